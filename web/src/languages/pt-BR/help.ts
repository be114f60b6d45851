import { capitalise, describeSize } from '../../lib/texts/figures.js';
import type { AppCatalogues } from '../catalogues.js';
import { days } from './intl.js';

type Policy = Parameters<AppCatalogues['help']['faq']>[0];

const sizes = ({ maxFileBytes: { free, active, proforever } }: Policy): string => {
  if (free === null && active === null && proforever === null)
    return 'Anunciamos arquivos de até 5\u00a0GB e, no plano gratuito, de até 2\u00a0GB. O app não impõe limite.';
  const limit = (bytes: number | null): string =>
    bytes === null ? 'sem limite' : `até ${describeSize(bytes)}`;
  return `${capitalise(limit(free))} no plano gratuito, ${limit(active)} no Pro e ${limit(proforever)} no ProForever.`;
};

const givenSizes = ({ maxFileBytes: { free } }: Policy): string =>
  free === null
    ? 'O app não impõe limite.'
    : `Até ${describeSize(free)}, a menos que um administrador tenha dado outro plano à sua conta.`;

const range = ({ min, max }: { min: number; max: number }): string =>
  min === max ? days(max) : `${min} a ${days(max)}`;

const chosen = ({ min, max }: { min: number; max: number }): string =>
  min === max ? days(max) : `de ${min} a ${days(max)}`;

const soldLifetimes = ({ expiryDays: { free, active, proforever } }: Policy): string =>
  `${capitalise(range(free))} no plano gratuito. Antes de criar o compartilhamento, você escolhe ${chosen(active)} no Pro e ${chosen(proforever)} no ProForever.`;

const givenLifetimes = ({ expiryDays: { free } }: Policy): string =>
  free.min === free.max
    ? `${capitalise(days(free.max))}.`
    : `Você escolhe ${chosen(free)} antes de criar o compartilhamento.`;

export const help: AppCatalogues['help'] = {
  title: 'Central de Ajuda',
  lead: 'Perguntas frequentes e como falar conosco.',
  video: 'Assistir ao vídeo tutorial',
  videoNote: 'Como compartilhar um arquivo, em meio minuto.',
  stepsTitle: 'O tutorial em palavras',
  steps: [
    'Escolha um arquivo no painel. Ele fica no seu dispositivo.',
    'Clique em “Create Share” (“Criar compartilhamento”) e envie o link e a senha ao destinatário.',
    'O destinatário abre o link e digita a senha.',
    'Ele informa o nome e o e-mail e inicia o download.',
    'O arquivo vai direto do seu navegador para o dele. Você vê quem recebe e quanto falta.',
    'Na chegada, o navegador dele verifica que a cópia é idêntica à sua.',
    'Você também vê o resultado, e os dois podem salvar um comprovante.',
  ],
  faqTitle: 'Perguntas frequentes',
  contactTitle: 'Ainda precisa de ajuda?',
  contactText:
    'Os planos pagos têm suporte prioritário: respondemos em até 24 horas. Informe seu navegador, o tamanho aproximado do arquivo e o que aconteceu. Nunca nos envie a senha de um compartilhamento.',
  contactTextWithoutPayments:
    'Informe seu navegador, o tamanho aproximado do arquivo e o que aconteceu. Nunca nos envie a senha de um compartilhamento.',
  contactAction: (email) => `Enviar e-mail para ${email}`,
  faq: (policy, hasPayments) => [
    {
      question: 'Como compartilho um arquivo?',
      answer:
        'Escolha o arquivo no painel e clique em “Criar compartilhamento”. Envie o link e a senha ao destinatário, por dois meios diferentes se o arquivo for confidencial. Mantenha sua aba aberta: a transferência começa quando ele iniciar o download, e você acompanha o progresso em tempo real.',
    },
    {
      question: 'As duas pessoas precisam estar on-line?',
      answer:
        'Sim. O arquivo vai do seu navegador direto para o do destinatário e nunca é armazenado em um servidor; por isso, as duas pessoas precisam estar on-line até ele chegar. Se a conexão cair, a transferência espera e continua automaticamente de onde parou.',
    },
    {
      question: 'Qual é o tamanho máximo de um arquivo?',
      answer: `${hasPayments ? sizes(policy) : givenSizes(policy)} Os arquivos são transmitidos de disco para disco em pequenos blocos; na prática, os limites são a sua velocidade de upload e o espaço livre no disco do destinatário. Um gigabyte leva cerca de 15 minutos a 10 Mbit/s.`,
    },
    {
      question: 'Por quanto tempo um link funciona?',
      answer: `${hasPayments ? soldLifetimes(policy) : givenLifetimes(policy)} Você pode interromper um link a qualquer momento e reiniciá-lo até que ele expire.`,
    },
    {
      question: 'Quem pode abrir meu compartilhamento?',
      answer:
        'Só quem tem o link e a senha. Cada compartilhamento tem sua própria senha, gerada se você não escolher uma. Senhas incorretas tornam as tentativas seguintes mais lentas; várias vindas de redes diferentes em uma hora podem interromper o link, e você pode reiniciá-lo em “Compartilhamentos recentes”. Os destinatários informam um nome e um endereço de e-mail, que você encontra no seu registro de auditoria.',
    },
    {
      question: 'A transferência não começa. O que posso fazer?',
      answer:
        'Verifique se as duas abas estão abertas e visíveis; os celulares suspendem abas em segundo plano. Depois, recarregue a página, desative a VPN ou tente outra rede: alguns firewalls de empresas bloqueiam conexões diretas. Se houver um retransmissor disponível, ele encaminha os dados, que continuam criptografados de navegador a navegador.',
    },
    {
      question: 'Como evito que o celular ou o notebook entre em repouso?',
      answer:
        'Os celulares compatíveis mostram a opção “Manter tela ligada” no painel. No computador, conecte o carregador e desative a suspensão durante transferências grandes. Instalar o app também ajuda, porque os navegadores suspendem menos os apps instalados.',
    },
    hasPayments
      ? {
          question: 'Como cancelo meu plano?',
          answer: `Em “Configurações”, com “Cancelar assinatura”. Você passa imediatamente para o plano gratuito, e o período atual não é reembolsado. Novas assinaturas do Pro podem ser reembolsadas em até 14 dias. ${
            policy.canCancelProForever
              ? 'O ProForever não é renovado; cancelá-lo encerra seu plano sem reembolso.'
              : 'O ProForever é pago uma única vez e não pode ser cancelado.'
          }`,
        }
      : {
          question: 'E se meus limites forem baixos demais?',
          answer:
            'Escreva para o endereço abaixo. Um administrador pode dar outro plano à sua conta.',
        },
  ],
};

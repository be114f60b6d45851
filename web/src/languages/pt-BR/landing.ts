import { advertisedSizes, capitalise, describeSize, weeksOfPro } from '../../lib/texts/figures.js';
import type { AppCatalogues } from '../catalogues.js';
import { counted, dollars, shares, validity } from './intl.js';

export const site: AppCatalogues['site'] = {
  skip: 'Ir para o conteúdo',
  menu: 'Site',
  how: 'Como funciona',
  pricing: 'Preços',
  questions: 'Perguntas',
  action: 'Ir para o painel',
  promise: 'Os arquivos vão de navegador para navegador. Nunca os armazenamos.',
  company: 'Empresa',
  terms: 'Termos de Serviço',
  privacy: 'Política de Privacidade',
  support: 'Suporte',
  release: (id) => `Versão ${id}`,
  signIn: 'Entrar',
  language: 'Idioma',
  englishOnly: 'Esta página só está disponível em inglês.',
  groups: { compare: 'Comparar', send: 'Enviar', understand: 'Entender' },
  pages: {
    versus: (name) => `${name} ou WeTransfer: comparação`,
    wetransferAlternative: 'Alternativa ao WeTransfer',
    dropboxAlternative: 'Alternativa ao Dropbox',
    gmail: 'Arquivo grande demais para o Gmail',
    large: 'Enviar arquivos grandes',
    tenGigabytes: 'Enviar um arquivo de 10 GB',
    video: 'Enviar vídeos',
    p2p: 'Transferência de arquivos P2P',
    hipaa: 'HIPAA e compartilhamento de arquivos',
    trust: 'O que podemos ver e o que não podemos',
  },
};

type Landing = AppCatalogues['marketing']['landingContent'];
type Facts = Parameters<Landing>[0];

const inMonths = counted('mês', 'meses');
const months = (n: number): string => (n >= 24 && n % 12 === 0 ? `${n / 12} anos` : inMonths(n));
const perMonth = (n: number | null): string =>
  n === null ? 'compartilhamentos ilimitados' : shares(n);

const plans = (facts: Facts): ReturnType<Landing>['plans'] => [
  {
    name: 'Gratuito',
    usd: 0,
    price: dollars(0),
    rhythm: 'sem limite de tempo',
    points: [
      `${capitalise(perMonth(facts.freeSharesPerMonth))} por mês`,
      `Links válidos ${validity(facts.expiryDays.free)}`,
      `Até ${advertisedSizes(facts).free} por transferência`,
      'Senha e registro de auditoria em cada compartilhamento',
    ],
    action: 'Começar grátis',
    isMarked: false,
  },
  {
    name: 'Pro',
    usd: facts.prices.proWeeklyUsd,
    price: dollars(facts.prices.proWeeklyUsd),
    rhythm: 'por semana, cancele quando quiser',
    points: [
      'Compartilhamentos ilimitados',
      `Links válidos ${validity(facts.expiryDays.active)}`,
      `Até ${advertisedSizes(facts).pro} por transferência`,
      'Central de Ajuda e suporte em até 24 horas',
      'Reembolso em até 14 dias para novas assinaturas',
    ],
    action: 'Começar com o Pro',
    isMarked: true,
  },
  {
    name: 'ProForever',
    usd: facts.prices.proForeverUsd,
    price: dollars(facts.prices.proForeverUsd),
    rhythm: `uma única vez, cerca de ${weeksOfPro(facts.prices)} semanas de Pro`,
    points: [
      'Tudo o que o Pro oferece',
      `Links válidos ${validity(facts.expiryDays.proforever)}`,
      'Sem renovação, válido enquanto o serviço existir',
    ],
    action: 'Obter o ProForever',
    isMarked: false,
  },
];

const saving =
  'Navegadores que salvam direto no disco, como o Chrome e o Edge, lidam com os maiores arquivos.';

const sizeAnswer = (facts: Facts): string => {
  const { free, active } = facts.maxFileBytes;
  if (!facts.hasPayments)
    return free === null
      ? `A transferência não tem limite próprio: os únicos limites são o espaço em disco e o tempo. ${saving}`
      : `Até ${describeSize(free)} por arquivo. ${saving}`;
  const unlimited =
    free === null && active === null
      ? ' A transferência não tem limite próprio: além desses tamanhos, os únicos limites são o espaço em disco e o tempo.'
      : '';
  return `Conte com ${advertisedSizes(facts).everywhere} por arquivo em qualquer navegador atual. Navegadores que salvam direto no disco, como o Chrome e o Edge, chegam a ${advertisedSizes(facts).free} no plano gratuito e a ${advertisedSizes(facts).pro} no Pro.${unlimited}`;
};

const wrongPasswords = ({ wrongPasswordLimit }: Facts): string =>
  wrongPasswordLimit > 0
    ? `após ${wrongPasswordLimit} senhas incorretas vindas de várias redes em uma hora, ele é interrompido automaticamente, e você pode reiniciá-lo com um clique`
    : 'cada senha incorreta torna mais lenta a tentativa seguinte';

const landingContent: Landing = (facts) => ({
  title: `${facts.brand.name} – envie arquivos direto de navegador para navegador`,
  description:
    'Compartilhe um arquivo diretamente de um navegador para outro. Criptografado no caminho, nunca armazenado em um servidor, com senha e registro de auditoria em cada compartilhamento.' +
    (facts.hasPayments ? ' Comece grátis.' : ''),
  how: {
    kind: 'steps',
    heading: 'Como funciona',
    steps: [
      {
        title: 'Escolha um arquivo',
        text: 'Entre e selecione um arquivo. Ele fica no seu disco; nada é carregado em servidores.',
      },
      {
        title: 'Envie o link e a senha',
        text: 'Você recebe os dois em um segundo. Envie-os ao destinatário, de preferência por dois meios diferentes.',
      },
      {
        title: 'Conecte-se',
        text: 'O destinatário abre o link, e os dois navegadores se conectam diretamente.',
      },
      {
        title: 'Verificado na chegada',
        text: 'O arquivo é transmitido, salvo e verificado por soma de verificação nos dois lados.',
      },
    ],
  },
  faq: [
    { question: 'Qual é o tamanho máximo de um arquivo?', answer: sizeAnswer(facts) },
    {
      question: 'Quais dispositivos e navegadores funcionam?',
      answer:
        'As versões atuais do Chrome, Edge, Firefox e Safari em computadores, tablets e celulares. Não é preciso instalar nada, mas você pode instalar a página como app. No celular, mantenha a página aberta e visível durante a transferência.',
    },
    {
      question: 'Como uma transferência é protegida?',
      answer: `A conexão entre os dois navegadores é criptografada, seja direta ou por um retransmissor. Cada compartilhamento tem uma senha gerada, e ${wrongPasswords(facts)}. O arquivo nunca é armazenado em um servidor; portanto, não há cópia para roubar. Com um link protegido, os dois navegadores também detectam um servidor entre eles.`,
    },
    {
      question: 'As duas pessoas precisam estar on-line?',
      answer:
        'Sim, ao mesmo tempo, até o arquivo chegar. Nenhum servidor guarda uma cópia para baixar depois. Estão em fusos horários diferentes? Combinem um horário ou usem um serviço que armazene arquivos.',
    },
    {
      question: 'Posso ver quem baixou meu arquivo?',
      answer: `Sim. Os destinatários informam um nome e um endereço de e-mail antes do download. Seu registro de auditoria guarda esses dados com o horário, o endereço IP e o resultado do acesso. Ele é mantido por ${months(facts.auditRetentionMonths)}, e você pode exportá-lo como CSV. Não verificamos nomes nem endereços de e-mail.`,
    },
    {
      question: 'O que acontece se a conexão cair?',
      answer:
        'Os dois navegadores se reconectam automaticamente, e a transferência continua após a última parte que chegou. Se não conseguirem se reconectar, clique em “Tentar novamente”.',
    },
  ],
  plans: facts.hasPayments ? plans(facts) : [],
  action: facts.hasPayments ? 'Começar grátis' : 'Começar',
});

export const marketing: AppCatalogues['marketing'] = {
  marks: { yes: 'Sim', no: 'Não', partly: 'Em parte' },
  units: {
    speed: (megabits) => `${megabits} Mbit/s`,
    size: (gigabytes) => `${gigabytes} GB`,
    seconds: (n) => `${n} s`,
    minutes: (n) => `${n} min`,
    hours: (n) => `${n} h`,
  },
  operatingSystems: 'Qualquer um com um navegador atual',
  drawing: {
    caption:
      'Desenho: o arquivo vai em linha reta do navegador do remetente para o do destinatário. Um servidor acima deles apenas ajuda os dois a se conectar.',
    you: 'Seu navegador',
    them: 'O outro navegador',
    server: 'ajuda a conectar',
  },
  landing: {
    heading: ['Da sua tela para a outra.', 'Sem parar no caminho.'],
    lead: 'Vocês dois estão on-line. Dispense a nuvem e envie direto para o outro navegador.',
    more: 'Saiba mais',
    preview: {
      heading: 'O que os dois veem',
      sender: {
        caption: 'Seu painel: quem está baixando e quanto já está no disco dessa pessoa.',
        alt: 'O painel de um remetente: Grace Hopper baixa wedding-final-cut.mov por uma conexão direta, com progresso, velocidade e tempo restante.',
      },
      recipient: {
        caption: 'A página do destinatário, em qualquer navegador atual.',
        alt: 'A página do destinatário em um celular: o mesmo arquivo de Ada Lovelace está sendo recebido.',
      },
    },
    why: 'Por que enviar diretamente',
    time: {
      title: 'Uma espera em vez de duas',
      text: 'Com um serviço de upload, você espera o upload e depois o destinatário espera o download. Aqui, as duas coisas acontecem ao mesmo tempo.',
      ours: 'Enviar e receber',
      up: 'Upload',
      down: 'Download',
    },
    empty: {
      title: 'Nada que possa vazar',
      text: 'Não há cópia em nossos servidores, nem por um minuto. O que não está armazenado não pode vazar, ser vendido nem ser exigido pela Justiça.',
      figure: '0',
      unit: 'bytes do seu arquivo em nossos discos',
    },
    proof: {
      title: 'Você sabe quem recebeu',
      text: 'Seu registro de auditoria mostra os acessos e os downloads: o nome informado, o horário, o endereço IP e o resultado. Somas de verificação confirmam que a cópia do destinatário é idêntica à sua.',
      sender: 'a sua',
      recipient: 'a outra',
      equal: 'idênticas',
    },
    voices: 'Nas palavras de pessoas como você',
    questions: 'Perguntas frequentes',
    pricing: 'Preços',
    pricingIntro: 'Contamos compartilhamentos, não bytes, porque não armazenamos nenhum.',
    closing: 'Os dois on-line? Envie.',
  },
  landingContent,
};

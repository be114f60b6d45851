import type { RecipientCatalogues } from '../catalogues.js';
import { connection, receipt } from './connection.js';
import { failures } from './failures.js';
import { formats, transfers } from './intl.js';
import { refusals } from './refusals.js';
import {
  sharePage,
  sharePageAway,
  sharePageReceiver,
  sharePageRecipient,
  sharePageSaving,
  sharePageSender,
} from './share-page.js';

const app: RecipientCatalogues['app'] = {
  skip: 'Ir para o conteúdo',
  nav: {
    label: 'Navegação principal',
    dashboard: 'Painel',
    upgrade: 'Mudar de plano',
    audit: 'Registro de auditoria',
    settings: 'Configurações',
    help: 'Ajuda',
    admin: 'Administração',
    running: (count) => `${transfers(count)} em andamento`,
  },
  plan: { pro: 'Pro', free: 'Grátis' },
  logout: 'Sair',
  sessionEnded: {
    title: 'Sessão encerrada',
    description: 'Sua sessão terminou. Entre novamente.',
  },
  installed: {
    title: 'App instalado',
    description: 'Agora você pode abri-lo como qualquer outro app.',
  },
  theme: {
    label: 'Aparência',
    light: 'Mudar para o tema claro',
    dark: 'Mudar para o tema escuro',
  },
  notFound: {
    title: 'Página não encontrada',
    text: 'Esta página não existe ou mudou de endereço.',
    home: 'Ir para a página inicial',
  },
  unreachable: {
    title: 'Não foi possível contatar o servidor',
    signedIn: 'Você continua conectado.',
    text: 'Esta página será carregada automaticamente quando o servidor voltar.',
    retry: 'Tentar novamente',
  },
  newTab: {
    title: 'Abra esta página em uma nova aba',
    text: 'Ela substituiria a página atual e interromperia o envio dos arquivos em andamento.',
    chosen: 'Ela substituiria a página atual, e você teria de escolher os arquivos novamente.',
    open: 'Abrir em nova aba',
    back: 'Voltar',
  },
};

const catalogues: RecipientCatalogues = {
  app,
  connection,
  failures,
  formats,
  receipt,
  refusals,
  components: {
    loading: 'Carregando…',
    toasts: { area: 'Notificações (F8)', close: 'Fechar notificação' },
    crash: {
      title: 'Algo deu errado',
      text: 'Esta página parou de funcionar. Seus compartilhamentos estão seguros. Recarregue para continuar.',
      reload: 'Recarregar',
    },
    partNotLoaded: {
      title: 'Não foi possível carregar esta página',
      partTitle: 'Não foi possível carregar esta parte da página',
      text: 'Verifique sua conexão com a internet e tente novamente.',
      retry: 'Tentar novamente',
      toast: {
        title: 'Não foi possível abrir',
        description: 'Verifique sua conexão com a internet e tente novamente.',
      },
    },
    runningTransfer:
      'A transferência desta aba continua em andamento; recarregar a página a interromperia.',
  },
  files: {
    andMore: (first, count) => `${first} e mais ${count}`,
    altered: {
      title: 'Nada foi enviado',
      description: (shown, created) =>
        `O servidor mostra “${shown}” para este compartilhamento, mas este dispositivo o criou para “${created}”. Crie um novo compartilhamento.`,
    },
    faultTitle: 'Erro',
    faults: {
      empty: (name) => (name === '' ? 'Esta pasta está vazia.' : `“${name}” não tem conteúdo.`),
      'too-many': (name) =>
        `“${name}” contém arquivos demais. Compacte a pasta em um ZIP antes de enviar.`,
      unreadable: (name) =>
        `Não é possível ler “${name}”: o item foi alterado, movido ou excluído, ou o acesso foi negado.`,
    },
  },
  general: {
    operator: {
      imprint: 'Informações legais',
      status: 'Status do serviço',
      source: 'Código-fonte',
      securityContact: 'Contato de segurança',
    },
    unnamedUser: 'Usuário',
    networkError:
      'Erro de rede: não foi possível conectar ao servidor. Verifique sua conexão com a internet.',
    answeredByNetwork:
      'Erro de rede: esta rede respondeu no lugar do servidor. Faça login na rede ou use outra.',
    connectionError: {
      title: 'Erro de conexão',
      description: 'Não foi possível conectar ao servidor. Verifique sua conexão com a internet.',
    },
  },
  language: {
    label: 'Idioma',
    later: {
      title: 'Idioma salvo',
      description: 'O idioma mudará na próxima vez que você abrir esta página.',
    },
  },
  notices: {
    'sender-back': {
      title: 'O remetente está on-line',
      body: 'Abra a página para baixar o arquivo.',
    },
    delivered: { title: 'Entrega confirmada', body: 'Um destinatário recebeu o arquivo completo.' },
  },
  'share-page': sharePage,
  'share-page-away': sharePageAway,
  'share-page-receiver': sharePageReceiver,
  'share-page-recipient': sharePageRecipient,
  'share-page-saving': sharePageSaving,
  'share-page-sender': sharePageSender,
};

export default catalogues;

import type { AppCatalogues } from '../catalogues.js';
import { count, days } from './intl.js';

export const audit: AppCatalogues['audit'] = {
  title: 'Registro de auditoria',
  lead: 'Quem criou, abriu e baixou seus compartilhamentos e quem teve o acesso recusado.',
  back: 'Voltar ao painel',
  search: 'Buscar',
  searchPlaceholder: 'Nome do arquivo, e-mail ou endereço IP',
  eventFilter: 'Tipo de evento',
  statusFilter: 'Status',
  events: {
    all: 'Todos os eventos',
    share_created: 'Compartilhamento criado',
    access_attempt: 'Tentativa de acesso',
    download_completed: 'Download concluído',
    access_denied: 'Acesso negado',
  },
  downloadFailed: 'Falha no download',
  statuses: {
    all: 'Todos os status',
    success: 'Sucesso',
    failure: 'Falha',
    denied: 'Negado',
  },
  standings: {
    confirmed: 'Confirmado pelos dois lados',
    claimed: {
      recipient: 'Informado só pelo destinatário',
      sender: 'Informado só pelo seu navegador',
    },
    partial: (size) => `Interrompido após ${size}`,
    refused: {
      recipient: 'Interrompido pelo navegador do destinatário',
      sender: 'Interrompido pelo seu navegador',
    },
    failed: 'Não entregue',
  },
  export: 'Exportar CSV',
  exporting: 'Exportando…',
  exported: {
    title: 'Exportação concluída',
    description: 'O registro de auditoria foi salvo.',
  },
  exportFault: {
    title: 'Registro de auditoria danificado',
    description:
      'O registro exportado não dá continuidade ao que este navegador guardou. Conserve o arquivo como prova.',
  },
  exportFailed: {
    title: 'Falha na exportação',
    description: 'Não foi possível exportar o registro de auditoria. Tente novamente.',
  },
  verify: 'Verificar integridade',
  verifying: 'Verificando…',
  intact: {
    title: 'Registro íntegro',
    description: (n) =>
      count(n, {
        one: '# entrada verificada: nenhuma lacuna, nenhuma alteração não documentada.',
        many: '# de entradas verificadas: nenhuma lacuna, nenhuma alteração não documentada.',
        other: '# entradas verificadas: nenhuma lacuna, nenhuma alteração não documentada.',
      }),
    joined: 'A lista mostra todas as entradas de um download em uma única linha.',
  },
  broken: {
    title: 'Registro alterado',
    description: (position) => `A entrada ${position} foi alterada ou removida.`,
  },
  dismiss: 'Dispensar',
  verifyFailed: { title: 'Erro', fallback: 'Não foi possível verificar o registro.' },
  head: {
    first: (at) =>
      `Este navegador salvou o estado assinado do registro em ${at}. Nas próximas visitas, ele avisará se o registro não der continuidade a esse estado.`,
    consistent: (since) =>
      `O registro dá continuidade ao estado assinado que este navegador guardou em ${since}.`,
    signed: 'Estado assinado do registro',
    purpose:
      'Uma impressão digital de todo o registro, assinada pelo servidor. Salve-a para provar mais tarde que o registro não foi alterado.',
    head: (size) => `Estado assinado de ${size} entradas de todas as contas:`,
    save: 'Salvar estado assinado',
    headFile: 'registro-de-auditoria-estado.json',
    unknown: 'A assinatura do registro não está disponível no momento.',
    alarm: 'Este registro foi alterado',
    faults: {
      'rolled-back': (since) =>
        `O registro está menor do que em ${since}, quando este navegador o verificou pela última vez. Entradas foram removidas.`,
      rewritten: (since) =>
        `O registro não contém mais o que continha em ${since}, quando este navegador o verificou pela última vez.`,
      'entry-removed': (since, position) =>
        `Falta a entrada ${position} do seu registro. Ela existia em ${since}, e seu prazo de retenção não terminou.`,
      'entry-changed': (since, position) =>
        `A entrada ${position} do seu registro não é a que existia em ${since}.`,
      invalid: () => 'A assinatura do servidor ou a prova do registro não é válida.',
      refused: () =>
        'O servidor não assina o registro porque ele não é coerente com o que foi assinado antes.',
    },
    advice:
      'Salve as provas e envie-as ao operador. Elas contêm o estado assinado que este navegador guardou e o estado atual.',
    saveEvidence: 'Salvar provas',
    evidenceFile: 'registro-de-auditoria-provas.json',
    accept: 'Confiar neste registro',
  },
  entries: {
    checking: 'O servidor está verificando suas entradas…',
    checked: (at) => `O servidor verificou seu registro em ${at}.`,
    failed: 'No momento, não é possível verificar suas entradas.',
  },
  heading: (n) => `Entradas (${n})`,
  unverified:
    'Os nomes e e-mails dos destinatários são os que eles informaram; não são verificados.',
  times: (zone) => `Os horários são mostrados no fuso ${zone}. O arquivo CSV usa UTC.`,
  earlier: {
    loaded: (n, since) =>
      `As ${n} entradas mais recentes estão carregadas, desde ${since}. A busca e os filtros abrangem o registro inteiro.`,
    load: 'Carregar entradas anteriores',
    whole: 'O registro inteiro está carregado.',
    searching: 'Buscando no registro inteiro…',
    searched: 'A busca abrangeu o registro inteiro.',
    searchFailed:
      'Não foi possível buscar nas entradas anteriores. São mostrados apenas os resultados entre as carregadas.',
    cut: (n) => `Há mais resultados do que é possível mostrar: estes são os ${n} mais recentes.`,
    failedToast: {
      title: 'Erro',
      fallback: 'Não foi possível carregar as entradas anteriores.',
    },
  },
  printed: (shown, all) =>
    `Apenas as ${shown} entradas mais recentes destas ${all} são impressas. A exportação em CSV contém todas.`,
  empty: 'Nenhuma entrada corresponde à sua seleção.',
  loading: 'Carregando o registro de auditoria…',
  failed: 'Não foi possível carregar o registro de auditoria.',
  activity: {
    title: 'Análises',
    lead: (n) => `Atividade dos seus compartilhamentos nos últimos ${days(n)}.`,
    part: (n, since) => `Apenas as ${n} entradas mais recentes são contadas, desde ${since}.`,
    downloads: 'Downloads concluídos',
    recipients: 'Destinatários únicos',
    attempts: 'Tentativas de acesso',
    denied: 'Recusados',
    chart: (n) => `Downloads por dia, últimos ${days(n)}`,
    day: (day, n) => `${day}: ${n} ${n === '1' ? 'download' : 'downloads'}`,
  },
  columns: {
    date: 'Data/hora',
    event: 'Evento',
    status: 'Status',
    file: 'Arquivo',
    accessor: 'Pessoa',
    location: 'Local',
    ip: 'Endereço IP',
  },
  anonymous: 'Destinatário anônimo',
  browsers: {
    mobile: 'Dispositivo móvel',
    chrome: 'Chrome',
    firefox: 'Firefox',
    safari: 'Safari',
    unknown: 'Navegador desconhecido',
    device: 'Dispositivo desconhecido',
  },
};

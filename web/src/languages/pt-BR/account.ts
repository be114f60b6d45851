import { weeksOfPro } from '../../lib/texts/figures.js';
import type { AppCatalogues } from '../catalogues.js';
import { days, dollars, shares, validity } from './intl.js';

type Policy = Parameters<AppCatalogues['settings']['planNotes']['free']>[0];

const freePlan = ({ freeSharesPerMonth, expiryDays }: Policy): string =>
  `${freeSharesPerMonth === null ? 'Compartilhamentos ilimitados' : shares(freeSharesPerMonth)} por mês, links válidos ${validity(expiryDays.free)}.`;

const unlimited = (max: number): string =>
  `Compartilhamentos ilimitados, links válidos por até ${days(max)}`;

export const settings: AppCatalogues['settings'] = {
  title: 'Configurações',
  lead: 'Sua conta e seu plano.',
  account: 'Conta',
  email: 'E-mail',
  displayName: 'Nome de exibição',
  notSet: 'Não informado',
  name: {
    change: 'Alterar o nome',
    hint: 'Será mostrado aos destinatários dos compartilhamentos que você criar a partir de agora.',
    required: 'Informe um nome.',
    save: 'Salvar o nome',
    cancel: 'Manter o nome',
    saved: {
      title: 'Nome alterado',
      description: 'Os novos compartilhamentos mostram seu novo nome.',
    },
    failed: 'Não foi possível alterar o nome. Tente novamente.',
  },
  plan: 'Plano',
  plans: { free: 'Plano gratuito', active: 'Plano Pro', proforever: 'ProForever' },
  planNotes: {
    free: freePlan,
    active: ({ expiryDays }) => `${unlimited(expiryDays.active.max)}, suporte prioritário.`,
    proforever: ({ expiryDays }) =>
      `${unlimited(expiryDays.proforever.max)}, suporte prioritário. Pagamento único.`,
  },
  givenPlanNotes: {
    free: freePlan,
    active: ({ expiryDays }) => `${unlimited(expiryDays.active.max)}.`,
    proforever: ({ expiryDays }) => `${unlimited(expiryDays.proforever.max)}.`,
  },
  askForPlan: (email) => `Os limites são baixos demais? Escreva para ${email}.`,
  renews: (day) => `Pago até ${day}`,
  pastDue: {
    text: 'O pagamento desta semana falhou. Vamos tentar novamente; se falhar outra vez, o Pro será encerrado.',
    pay: 'Pagar com outro cartão',
  },
  shares: 'Compartilhamentos neste mês',
  used: (used, limit) => `${used} / ${limit}`,
  upgrade: 'Mudar agora',
  upgradeToForever: 'Mudar para o ProForever',
  cancel: 'Cancelar assinatura',
  cancelling: 'Cancelando…',
  dialog: {
    title: 'Cancelar sua assinatura?',
    text: (policy) =>
      `Sua conta passa imediatamente para o plano gratuito: ${freePlan(policy)} O período atual não é reembolsado.`,
    foreverText: (policy) =>
      `Sua conta passa imediatamente para o plano gratuito: ${freePlan(policy)} Seu pagamento único não é reembolsado, e seria preciso comprar o ProForever novamente.`,
    keep: 'Manter assinatura',
    confirm: 'Sim, cancelar assinatura',
  },
  cancelled: {
    title: 'Assinatura cancelada',
    description: 'Sua assinatura foi cancelada. Agora você está no plano gratuito.',
  },
  failed: {
    title: 'Falha no cancelamento',
    fallback: 'Não foi possível cancelar a assinatura. Tente novamente.',
    signIn: 'Entre na sua conta para cancelar a assinatura',
  },
  verification: {
    verified: 'E-mail confirmado',
    unverified: 'E-mail não confirmado',
    send: 'Enviar e-mail de confirmação',
    sent: {
      title: 'E-mail de confirmação enviado',
      description: 'Abra o link que está nele.',
    },
    failed: {
      title: 'Erro',
      description: 'Não foi possível enviar o e-mail. Tente novamente mais tarde.',
    },
  },
  password: {
    title: 'Senha',
    lead: 'Ao alterá-la, sua sessão é encerrada em todos os outros navegadores.',
    current: 'Senha atual',
    next: 'Nova senha',
    confirm: 'Confirmar nova senha',
    hint: 'Pelo menos 6 caracteres',
    save: 'Alterar senha',
    show: 'Mostrar senha',
    hide: 'Ocultar senha',
    required: 'Preencha este campo.',
    mismatch: 'As senhas não coincidem. Tente novamente.',
    tooShort: 'A senha deve ter pelo menos 6 caracteres.',
    personal:
      'A senha não pode ser seu nome, seu endereço de e-mail, uma parte deles nem o nome deste produto.',
    common: 'Esta senha é comum demais. Escolha outra.',
    wrong: 'Senha incorreta. Tente novamente.',
    failed: 'Não foi possível alterar a senha. Tente novamente.',
    loadFailed: 'Não foi possível carregar sua forma de entrar.',
    changed: {
      title: 'Senha alterada',
      description: 'Sua sessão foi encerrada em todos os outros navegadores.',
    },
    signInAgain: 'Sua senha foi alterada. Entre novamente.',
  },
  sessions: {
    title: 'Onde sua conta está aberta',
    lead: 'Uma sessão termina quando você sai ou após alguns dias sem uso.',
    device: (browser, system) => `${browser} no ${system}`,
    unknownDevice: 'Dispositivo desconhecido',
    current: 'Este navegador',
    lastUsed: (time) => `Último uso: ${time}`,
    since: (day) => `aberta em ${day}`,
    sameNetwork: 'mesma rede deste navegador',
    otherNetwork: 'outra rede',
    end: 'Encerrar sessão',
    endOf: (device) => `Encerrar sessão: ${device}`,
    endOthers: 'Encerrar todas as outras sessões',
    ended: 'Sessão encerrada',
    othersEnded: 'Todas as outras sessões foram encerradas',
    failed: { title: 'Erro', fallback: 'Não foi possível encerrar a sessão.' },
    loadFailed: 'Não foi possível carregar suas sessões.',
  },
  adminAccess: {
    title: 'Acessos de administradores',
    lead: 'Cada vez que um administrador consultou ou alterou seus dados. Os administradores não podem remover nenhuma entrada.',
    none: 'Nenhum administrador consultou seus dados.',
    older: 'Mostrar entradas mais antigas',
    loadFailed: 'Não foi possível carregar as entradas.',
    actions: {
      'users-listed': 'Listou os usuários: nome, e-mail, plano e uso',
      'top-users-viewed':
        'Consultou as estatísticas de usuários: nome, e-mail e número de compartilhamentos',
      'transfers-listed': 'Listou as últimas transferências: e-mail, tamanho e duração',
      'record-viewed': 'Consultou seu plano e seu uso',
      'shares-viewed': 'Consultou seus compartilhamentos, sem as senhas',
      'audit-log-viewed': 'Consultou seu registro de auditoria',
      'audit-log-exported': 'Exportou seu registro de auditoria',
      'audit-log-verified': 'Verificou seu registro de auditoria',
      'admin-log-viewed': 'Consultou o registro da administração',
      'plan-changed': 'Alterou seu plano',
      'sessions-ended': 'Encerrou sua sessão em todos os navegadores',
      'account-deleted': 'Excluiu sua conta',
      'admin-rights-granted': 'Você passou a ser administrador',
      'admin-rights-removed': 'Você deixou de ser administrador',
      'second-factor-removed': 'Removeu o segundo fator da sua conta',
    },
  },
  secondFactor: {
    title: 'Segundo fator',
    lead: 'Depois da senha, o login também pede um código de um aplicativo autenticador no seu celular ou computador.',
    on: (day) => `Ativado desde ${day}`,
    off: 'Desativado',
    setUp: 'Configurar',
    remove: 'Desativar',
    unverified: 'Confirme primeiro seu endereço de e-mail.',
    scan: 'Escaneie este código com seu aplicativo autenticador.',
    codeLabel: 'Código QR para o aplicativo autenticador',
    type: 'Se não puder escanear, digite esta chave:',
    label: 'Código de seis dígitos do aplicativo',
    invalid: 'Digite os seis dígitos.',
    wrong: 'Este código está incorreto ou expirou. Digite o atual.',
    confirm: 'Ativar',
    cancel: 'Cancelar',
    lost: 'Guarde a chave em um lugar seguro: sem o aplicativo e a chave você não consegue entrar, e só o operador pode ajudar.',
    turnedOn: {
      title: 'Segundo fator ativado',
      description: 'A partir de agora, o login pede um código do seu aplicativo.',
    },
    turnedOff: {
      title: 'Segundo fator desativado',
      description: 'Sua senha volta a ser suficiente.',
    },
    expired: 'Esta chave expirou. Configure o segundo fator novamente e escaneie o novo código.',
    failed: 'Não foi possível alterar o segundo fator. Tente novamente.',
    loadFailed: 'Não foi possível carregar seu segundo fator.',
  },
  tooManyRequests: 'Muitas tentativas. Aguarde um momento.',
  appearance: 'Aparência',
  appearanceNote: 'Vale para este navegador.',
  themes: { system: 'Sistema', light: 'Claro', dark: 'Escuro' },
  loadFailed: 'Não foi possível carregar seu plano.',
  danger: {
    title: 'Excluir conta',
    text: 'Exclui sua conta, seus compartilhamentos, seu registro de auditoria e seu plano. Não é possível desfazer esta ação.',
    action: 'Excluir conta',
    dialogTitle: 'Excluir sua conta definitivamente?',
    dialogText: (email) => `Digite ${email} para confirmar.`,
    field: 'Seu endereço de e-mail',
    keep: 'Manter conta',
    confirm: 'Excluir tudo',
    done: { title: 'Conta excluída', description: 'Seus dados estão sendo excluídos.' },
    failed: { title: 'Falha na exclusão', fallback: 'Não foi possível excluir a conta.' },
  },
};

export const billing: AppCatalogues['billing'] = {
  title: 'Mudar de plano',
  heading: 'Compartilhe sem limites',
  lead: ({ expiryDays }) =>
    `Compartilhamentos ilimitados, links válidos por até ${days(expiryDays.proforever.max)} e suporte em até 24 horas.`,
  back: 'Voltar ao painel',
  change: 'Alterar plano',
  planPicker: 'Planos',
  plans: {
    pro: {
      name: 'Pro',
      price: ({ prices }) => dollars(prices.proWeeklyUsd),
      per: '/semana',
      note: () => 'Cancele quando quiser',
      choose: 'Escolher o Pro',
      points: ({ expiryDays }) => [
        'Compartilhamentos ilimitados todo mês',
        `Links válidos ${validity(expiryDays.active)}`,
        'Central de Ajuda e suporte prioritário em até 24 horas',
        'Registro de auditoria e análises',
      ],
    },
    proforever: {
      name: 'ProForever',
      price: ({ prices }) => dollars(prices.proForeverUsd),
      per: 'vitalício',
      note: ({ prices }) =>
        `Pago uma única vez. Compensa após cerca de ${weeksOfPro(prices)} semanas`,
      choose: 'Escolher o ProForever',
      points: ({ expiryDays }) => [
        'Tudo o que o Pro oferece',
        `Links válidos ${validity(expiryDays.proforever)}`,
        'Válido enquanto o serviço existir',
        'Sem renovações, nunca',
      ],
    },
  },
  bestValue: 'Melhor custo-benefício',
  yours: 'Seu plano',
  covered: 'Incluído no seu plano',
  refund: 'Novas assinaturas do Pro podem ser reembolsadas em até 14 dias.',
  payTitle: (plan) => `Pagar pelo ${plan}`,
  included: 'O que está incluído',
  preparing: 'Preparando o pagamento…',
  pay: {
    pro: ({ prices }) => `Pagar ${dollars(prices.proWeeklyUsd)} por semana`,
    proforever: ({ prices }) => `Pagar ${dollars(prices.proForeverUsd)} uma vez`,
  },
  paying: 'Processando…',
  secure:
    'Os dados do seu cartão vão para o provedor de pagamento e nunca passam por nossos servidores.',
  loginRequired: {
    title: 'É preciso entrar',
    description: 'Entre na sua conta para assinar o Pro.',
  },
  initFailed: {
    title: 'Erro',
    api: (status, body) => `Erro da API: ${status} – ${body}`,
    fallback: 'Não foi possível preparar a assinatura. Tente novamente.',
  },
  planNotLoaded: 'Não foi possível carregar seu plano.',
  alreadySubscribed: {
    title: 'Assinatura já ativa',
    description: 'Você já tem uma assinatura ativa do Pro!',
  },
  paid: {
    title: 'Pagamento concluído',
    description: (brand, plan) => `Boas-vindas ao ${brand} ${plan}!`,
  },
  paymentFailed: {
    title: 'Falha no pagamento',
    fallback: 'Não foi possível concluir o pagamento.',
    atBank:
      'Seu banco não confirmou o pagamento, e nada foi cobrado. Escolha um plano para tentar novamente ou para pagar com outro cartão.',
  },
  local: {
    note: 'Modo de teste: nenhum cartão é cobrado. Use 4242 4242 4242 4242 (aprovado), 4000 0000 0000 0002 (recusado) ou 4000 0025 0000 3155 (exige autenticação).',
    number: 'Número do cartão',
    expiry: 'Validade (MM/AA)',
    expiryHint: 'MM/AA',
    cvc: 'Código de segurança',
    cvcHint: 'CVC',
    invalidNumber: 'O número do cartão está incompleto.',
    invalidExpiry: 'A data de validade do cartão está incompleta.',
    invalidCvc: 'O código de segurança do cartão está incompleto.',
    stepTitle: 'Seu banco exige confirmação',
    stepText: 'Em produção, seu banco mostra aqui a própria página. Escolha o resultado:',
    approve: 'Concluir autenticação',
    refuse: 'Recusar autenticação',
    refused: 'Não foi possível autenticar sua forma de pagamento.',
  },
};

export const paymentPending: AppCatalogues['payment-pending'] = {
  title: 'Pagamento pendente',
  description:
    'Seu banco ainda está processando o pagamento. Seu plano mudará assim que ele for concluído.',
};

import type { RecipientCatalogues } from '../catalogues.js';
import { counted, files } from './intl.js';

const recipients = counted('destinatário', 'destinatários');

export const sharePage: RecipientCatalogues['share-page'] = {
  steps: {
    label: 'Etapas',
    password: 'Senha',
    details: 'Seus dados',
    download: 'Download',
    send: 'Envio',
  },
  password: {
    title: 'Arquivo protegido por senha',
    intro: 'Digite a senha que o remetente informou. Não tem a senha? Peça a ele.',
    label: 'Senha',
    show: 'Mostrar senha',
    hide: 'Ocultar senha',
    submit: 'Acessar arquivo',
    submitting: 'Verificando…',
    own: 'Sua sessão está ativa. Se este compartilhamento for seu, a página de envio será aberta em instantes.',
    missing: {
      title: 'Senha obrigatória',
      description: 'Digite a senha para acessar este arquivo.',
    },
    deniedTitle: 'Acesso negado',
    deniedFallback: 'Senha incorreta ou link expirado.',
    offlineTitle: 'Erro de conexão',
  },
  damaged: {
    title: 'Este link está incompleto',
    text: 'Abra o link inteiro da mensagem do remetente. Se esta página aparecer de novo, peça um novo link ao remetente.',
  },
  otherKey: {
    title: 'Este não é o link de antes',
    text: 'O link de um compartilhamento nunca muda, mas este navegador já abriu este compartilhamento com outro. Abra o link da mensagem do remetente. Se esta página aparecer de novo, não continue e peça um novo compartilhamento ao remetente.',
  },
  details: {
    title: 'Dados para o download',
    intro:
      'O remetente vê quem recebeu o arquivo. Seu nome e seu e-mail aparecem no registro de auditoria dele.',
    name: 'Nome completo',
    email: 'Endereço de e-mail',
    submit: 'Continuar para o download',
    missing: {
      title: 'Dados obrigatórios',
      description: 'Informe seu nome e seu endereço de e-mail.',
    },
    badEmail: {
      title: 'E-mail inválido',
      description: 'Informe um endereço de e-mail válido.',
    },
    received: {
      title: 'Dados recebidos',
      description: 'Obrigado. Você já pode baixar o arquivo.',
    },
  },
  file: {
    unknownType: 'Desconhecido',
    size: 'Tamanho',
    type: 'Tipo',
    from: (name) => `De ${name}`,
  },
  progress: {
    label: 'Progresso da transferência',
    of: (done, total) => `${done} de ${total}`,
    left: (time) => `restam ${time}`,
    done: (percent) => `${percent} por cento concluído`,
  },
  connection: {
    direct: 'Enviado diretamente pela sua rede.',
    stun: 'Enviado diretamente pela internet.',
    turn: 'Enviado por um retransmissor criptografado.',
    unknown: '',
  },
  common: {
    connectionError: 'Erro de conexão',
    failedToConnect: { title: 'Erro', description: 'Não foi possível conectar' },
    transferFailed: 'Falha na transferência',
    reconnecting: (n, max) => ({
      title: 'Reconectando…',
      description: `Tentativa de conexão ${n} de ${max}`,
    }),
    authenticationError: {
      title: 'Erro de autenticação',
      description: 'Não foi possível confirmar sua sessão. Entre novamente.',
    },
  },
  invitation: {
    title: 'Crie uma conta para enviar seus próprios arquivos',
    going: (isSold) => `${isSold ? 'É grátis. ' : ''}Abrindo a página de cadastro…`,
    stayed: (isSold) => `${isSold ? 'É grátis. ' : ''}Seu nome e seu e-mail já estão preenchidos.`,
    stay: 'Ficar nesta página',
    go: 'Criar conta',
  },
  page: {
    title: (brand) => `Receber um arquivo – ${brand}`,
    senderTitle: (brand) => `Enviar um arquivo – ${brand}`,
    receiveTitle: 'Download',
    sendTitle: 'Enviar este arquivo',
    viewReceipt: 'Ver comprovante',
    promise: 'De navegador para navegador. Nunca armazenado em um servidor.',
    terms: 'Termos',
    privacy: 'Privacidade',
  },
};

export const sharePageReceiver: RecipientCatalogues['share-page-receiver'] = {
  badges: {
    ready: 'Pronto',
    connecting: 'Conectando',
    waiting: 'Aguardando',
    receiving: 'Recebendo',
    saving: 'Salvando',
    paused: 'Pausado',
    completed: 'Concluído',
    retrying: 'Tentando de novo',
    error: 'Erro',
  },
  ready: 'Pronto para baixar',
  connecting: 'Conectando ao remetente…',
  waiting: 'Conectado. Aguardando o remetente começar…',
  receiving: 'Recebendo arquivo…',
  stalled: (sender) => `Aguardando ${sender || 'o remetente'}…`,
  saving: 'Tudo recebido. Verificando e salvando…',
  silent: {
    server: 'O servidor não responde. Verifique sua rede ou tente novamente.',
    sender:
      'Há 15 segundos nada chega do remetente. O download continua quando ele voltar. Você também pode tentar novamente.',
    receiver:
      'Este dispositivo ainda está salvando o que chegou. Depois disso, o download continua.',
  },
  paused: 'Pausado. Seu progresso está salvo.',
  pausedOpen:
    'Pausado. Mantenha esta página aberta; se você a fechar, o que já chegou será perdido.',
  failedOpen:
    'Mantenha esta página aberta; se você a fechar ou recarregar, o que já chegou será perdido.',
  pausedThere: (sender) =>
    `${sender || 'O remetente'} pausou a transferência. O download continua quando ela for retomada.`,
  awaitingApproval: (sender) => `Aguardando ${sender || 'o remetente'} permitir este download.`,
  pausedBoth: (sender) =>
    `Você e ${sender || 'o remetente'} pausaram a transferência. O download continua quando os dois retomarem.`,
  completed: 'Transferência concluída',
  retrying: (n, max) => `Reconectando… tentativa ${n} de ${max}`,
  failed: 'Falha na conexão',
  unsaved: 'Recebido, mas ainda não salvo',
  download: 'Baixar arquivo',
  starting: 'Iniciando…',
  pause: 'Pausar',
  resume: 'Retomar',
  tryAgain: 'Tentar novamente',
  otherPlace: 'Escolher outro local',
  newPassword: 'Informar a nova senha',
  passwordAgain: 'Informar a senha de novo',
  saveAgain: 'Salvar novamente',
  verified: 'Verificado, idêntico à cópia do remetente',
  intact: 'Completo. A soma de verificação é a mesma que o outro lado enviou.',
  saved: (size) => `Salvo neste dispositivo (${size}).`,
  savedAs: (name, size) => `Salvo neste dispositivo como “${name}” (${size}).`,
  offered: (size) =>
    `Completo (${size}). Seu navegador o salva agora nos downloads; permita se ele perguntar.`,
  notOffered: 'Não está lá? Salve novamente ou abra este link em outro navegador.',
  streamed: (size) =>
    `Completo (${size}). Seu navegador o salva agora; se ele perguntar onde, escolha um local.`,
  notStreamed: 'Não está lá? Abra este link novamente e repita o download.',
  clocksDiffer:
    'Não há comprovante porque os relógios dos dois dispositivos diferem em mais de dez minutos.',
  keepOpen: 'Mantenha esta aba aberta e visível até o download terminar.',
  wasHidden:
    'Esta aba ficou em segundo plano, onde os navegadores a tornam mais lenta. Mantenha-a visível.',
  you: 'Você',
  other: 'Remetente',
  toasts: {
    started: { title: 'Download iniciado', description: 'Aguardando o remetente.' },
    notCreated: 'Não foi possível criar o arquivo nesse local. Escolha outro.',
    gone: {
      title: 'O arquivo não está mais aqui',
      description: 'Este navegador não tem mais o arquivo. Baixe-o novamente.',
    },
    startFailed: {
      title: 'Falha no download',
      description: 'Não foi possível iniciar o download. Tente novamente.',
    },
    connected: { title: 'Conectado', description: 'Você está conectado ao remetente.' },
    received: (name) => ({
      title: 'Arquivo recebido',
      description: `Salvo neste dispositivo: ${name}.`,
    }),
    offered: (name) => `Completo: ${name}. Seu navegador o salva agora.`,
    theFile: 'o arquivo',
  },
};

export const sharePageSaving: RecipientCatalogues['share-page-saving'] = {
  insideApp:
    'Esta página está aberta dentro de outro aplicativo, que talvez não salve arquivos. Abra o link em um navegador como Chrome ou Safari.',
  notChosen:
    'Nenhum local foi escolhido. Se você escolheu um, não é possível gravar nele; escolha outro. Se nenhuma janela apareceu, abra este link em outro navegador.',
  title: 'Antes de baixar',
  plan: {
    savedTo: 'Salvo em',
    chosenPlace: 'O local que você escolher. O arquivo fica vazio ali até o download terminar.',
    downloads: 'Sua pasta de downloads',
    spaceNeeded: 'Espaço livre necessário',
    memoryNeeded: 'Memória necessária',
    twice: (needed) => `${needed}, porque o arquivo ocupa o dobro enquanto é salvo`,
    twoPlaces: (there, here) => `${there} nesse local e ${here} no armazenamento deste navegador`,
    afterReload: 'Se a página recarregar',
    continues: 'O download continua de onde parou',
    startsAgain: 'O download recomeça do início',
    temporaryCopy: 'Cópia temporária',
    keptAfterwards:
      'Guardada por este navegador. É removida cerca de uma hora depois que você vê o download concluído ou quando abrir este site depois disso.',
    keptUntilSaved: 'Guardada por este navegador até o arquivo ser salvo.',
    unfinished: 'Um download incompleto fica guardado por uma semana.',
  },
  bothOnline: 'O download começa assim que o remetente estiver on-line.',
  check: {
    start: 'Verificar a conexão',
    running: 'Verificando a conexão…',
    direct: (roundTrip: string) =>
      `O remetente está on-line e uma conexão direta é possível${roundTrip}.`,
    relayed: (roundTrip: string) =>
      `O remetente está on-line. As redes entre vocês não permitem uma conexão direta, por isso o arquivo passa por um retransmissor${roundTrip}: criptografado como sempre, mas muitas vezes mais lento. Sem VPN ou em outra rede, uma conexão direta talvez seja possível.`,
    connected: (roundTrip: string) =>
      `O remetente está on-line e uma conexão é possível${roundTrip}.`,
    roundTrip: (milliseconds: string) => ` (ida e volta: ${milliseconds})`,
    absent:
      'O remetente não está on-line agora. Peça que ele abra o compartilhamento e deixe a página aberta.',
    silent:
      'O remetente está on-line, mas a página dele não responde agora. Tente de novo em um minuto.',
    unreachable:
      'O remetente está on-line, mas as redes entre vocês bloqueiam a conexão. Desligue a VPN ou tente outra rede, como o ponto de acesso de um celular.',
    failed:
      'Não foi possível verificar a conexão. Verifique a sua própria conexão e tente de novo.',
  },
  protectedLink: 'Link protegido: nada é recebido antes que o remetente prove que o link é dele.',
  linkEnd: (end) =>
    `O link que você abriu termina em …${end}. Se o da mensagem do remetente terminar de outra forma, não continue.`,
  plainLink:
    'Link simples: a conexão é criptografada, mas nada prova quem está do outro lado. Se isso for importante, peça um link protegido ao remetente.',
  unfinished: (here, size) =>
    `${here} de ${size} já foram baixados. Digite a senha para continuar.`,
  arrived: (here, size) => `${here} de ${size} já foram baixados. O download continua desse ponto.`,
  allArrived: (size) =>
    `O arquivo inteiro (${size}) já está neste dispositivo. Ele é comparado com o do remetente e salvo; nada é enviado de novo.`,
  shortage: (size, free) =>
    `Este arquivo tem ${size}, mas este navegador só consegue armazenar ${free}. Libere espaço neste dispositivo ou use um navegador que permita escolher onde salvar.`,
  remedies: [
    'No computador, o Chrome e o Edge permitem escolher qualquer disco.',
    'Uma janela privada pode armazenar menos do que uma normal.',
    'Nas configurações deste navegador, exclua os dados de sites de que você não precisa.',
  ],
};

export const sharePageSender: RecipientCatalogues['share-page-sender'] = {
  badges: {
    idle: 'Pronto',
    connecting: 'Conectando',
    waiting: 'Aguardando',
    sending: 'Enviando',
    completed: 'Concluído',
    error: 'Erro',
    retrying: 'Tentando de novo',
  },
  idle: 'Escolha o arquivo para começar a enviar',
  connecting: 'Conectando ao servidor de sinalização',
  question: {
    badge: 'Aguardando você',
    status: 'Um destinatário aguarda sua decisão.',
  },
  alone: 'Aguardando o destinatário abrir o link…',
  connected: (n) => (n === 1 ? '1 destinatário conectado' : `${recipients(n)} conectados`),
  sendingOne: 'Enviando arquivo…',
  sendingMany: (n) => `Enviando para ${recipients(n)}`,
  completed: 'O arquivo foi transferido com sucesso!',
  retrying: (n, max) => `Reconectando… ${n} de ${max}`,
  failed: 'Falha na conexão',
  choose: 'Escolher arquivo',
  chooseFolder: 'Escolher pasta',
  reading: 'Lendo…',
  intro:
    'Este é o seu compartilhamento. Escolha o arquivo e mantenha esta aba aberta até a transferência terminar.',
  mismatch: (chosen, expected) =>
    `Você escolheu “${chosen}”, mas este compartilhamento foi criado para “${expected}”.`,
  sentAs: (filename) => `Ele será enviado como “${filename}”.`,
  otherSize:
    'O tamanho é diferente, e os destinatários o recusariam. Crie um novo compartilhamento para enviar este arquivo.',
  useAnyway: 'Enviar mesmo assim',
  chooseOther: 'Escolher outro arquivo',
  packing: (n) => `Compactando ${files(n)} em um ZIP…`,
  packingLabel: 'Progresso da compactação',
  cancelPacking: 'Cancelar',
  drop: 'Você também pode soltar os arquivos e as pastas aqui.',
  takeOver: 'Se você enviar daqui, a outra aba para de enviar.',
  sendHere: 'Enviar desta aba',
  unproven: {
    question: (name) => `${name} não consegue provar que tem o seu link. Enviar mesmo assim?`,
    name: 'O nome não foi verificado: qualquer pessoa pode tê-lo digitado.',
    refuse: 'Não enviar',
    allow: 'Enviar mesmo assim',
  },
  protectedLink:
    'Link protegido: os destinatários precisam provar que o têm antes que algo seja enviado.',
  plainLink:
    'Este dispositivo não consegue gerar o link protegido deste compartilhamento; por isso, nada prova quem recebe o arquivo. Envie do dispositivo e do navegador em que você criou o compartilhamento ou crie outro aqui.',
  linkEnd: (end) =>
    `O link que abriu esta página termina em …${end}. Se o que você passou aos destinatários terminar de outra forma, não envie daqui.`,
  otherKey:
    'Esta página foi aberta com um link que este dispositivo não gerou para este compartilhamento. Ele não é usado. Passe aos destinatários apenas o link que você copiar aqui.',
  unverified: 'Enviado. O dispositivo do destinatário não provou que tem o arquivo inteiro.',
  dashboard: 'Ir para o painel',
  restart: 'Você pode reiniciar um compartilhamento interrompido no seu painel.',
  reset: 'Redefinir conexão',
  copyLink: 'Copiar link',
  link: 'Link para compartilhar',
  recipients: 'Destinatários',
  recipient: (n) => `Destinatário ${n}`,
  keepOpen: 'Mantenha esta aba aberta até a transferência terminar.',
  you: 'Você',
  other: 'Destinatário',
  toasts: {
    recipient: { title: 'Destinatário conectado', description: 'Um destinatário está conectado.' },
    ready: {
      title: 'Pronto para enviar',
      description: 'A transferência começa assim que um destinatário se conectar.',
    },
    complete: {
      title: 'Transferência concluída',
      description: 'O arquivo foi transferido com sucesso!',
    },
    failedToStart: {
      title: 'Não foi possível iniciar',
      description: 'Não foi possível abrir o arquivo.',
    },
    copied: { title: 'Link copiado', description: 'O link está na área de transferência.' },
    copyFailed: {
      title: 'Não foi possível copiar',
      description:
        'Não foi possível copiar o link. Selecione-o abaixo do botão e copie-o manualmente.',
    },
  },
};

export const sharePageRecipient: RecipientCatalogues['share-page-recipient'] = {
  person: (name, email) => `${name} (${email})`,
  pausedThere: 'Pausado pelo destinatário',
  stalled: 'Aguardando o dispositivo do destinatário',
  wants: (name) => `${name} quer baixar este arquivo.`,
  since: (time) => `Entrou às ${time}.`,
  approve: 'Permitir',
  decline: 'Recusar',
  declined: 'Recusado',
};

export const sharePageAway: RecipientCatalogues['share-page-away'] = {
  stillAlone:
    'O remetente ainda não está on-line. Mantenha esta página aberta; o download começa quando ele abrir a dele.',
  notOnline: 'O remetente ainda não está on-line.',
  left: (here, missing) =>
    `O remetente ficou off-line. ${here} já chegaram, faltam ${missing}. O download continua quando o remetente voltar.`,
  leftOpen: (here, missing) =>
    `O remetente ficou off-line. ${here} já chegaram, faltam ${missing}. Mantenha esta página aberta; se você a fechar, o que já chegou será perdido. O download continua quando o remetente voltar.`,
  tellMe: 'Avisar quando estiver on-line',
  stop: 'Não avisar',
  reach: {
    page: 'Mantenha esta aba aberta. O título mostra um ponto quando o remetente estiver on-line.',
    notification:
      'Mantenha esta aba aberta. Você recebe uma notificação quando o remetente estiver on-line.',
    push: 'Você recebe uma notificação quando o remetente estiver on-line, mesmo que feche esta aba.',
  },
  pushOpen:
    'Você recebe uma notificação quando o remetente voltar. Mantenha esta aba aberta; se você a fechar, o que já chegou será perdido.',
  openAgain: 'Depois de fechá-la, abra novamente o link da mensagem do remetente.',
  back: (sender) => `${sender || 'O remetente'} está on-line.`,
  notice: {
    title: 'O remetente está on-line',
    body: 'Mantenha a página aberta para baixar o arquivo.',
  },
};

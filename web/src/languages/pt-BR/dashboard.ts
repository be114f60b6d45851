import type { AppCatalogues } from '../catalogues.js';
import { count, counted, days, downloads, files, shares } from './intl.js';

const links = counted('link copiado', 'links copiados');
const stopped = counted('compartilhamento interrompido', 'compartilhamentos interrompidos');
const deleted = counted('compartilhamento excluído', 'compartilhamentos excluídos');
const created = counted('compartilhamento criado', 'compartilhamentos criados');
const dayUnit = (n: number): string => count(n, { one: 'dia', other: 'dias' });

export const dashboard: AppCatalogues['dashboard'] = {
  title: 'Painel',
  welcome: (name) => `Boas-vindas, ${name}`,
  tagline:
    'Compartilhe arquivos com segurança, de dispositivo para dispositivo: do seu navegador direto para o do destinatário.',
  usage: {
    title: 'Uso neste mês',
    shares: 'Compartilhamentos',
    unlimited: 'Ilimitados',
    used: (used, limit) => `${used} / ${limit}`,
    usedLabel: (used, limit) => `${used} de ${shares(limit)} neste mês`,
    active: 'Compartilhamentos ativos',
    expired: 'Compartilhamentos expirados',
    resets: 'Recomeça no primeiro dia do mês (UTC)',
  },
  upload: {
    title: 'Compartilhar arquivo via WebRTC',
    lead: 'Escolha um arquivo, envie o link e a senha e fique on-line até ele chegar.',
    drop: 'Solte um arquivo aqui ou escolha um',
    choose: 'Escolha um arquivo',
    noLimit: 'Qualquer arquivo, vários arquivos ou uma pasta. Nada é carregado em servidores.',
    select: 'Escolher arquivo',
    selectFolder: 'Escolher pasta',
    create: (n) => (n > 1 ? `Criar ${shares(n)}` : 'Criar compartilhamento'),
    tryAgain: 'Tentar novamente',
    reloadNote: 'Depois de recarregar a página, escolha os arquivos de novo.',
    upgrade: 'Mudar para o Pro',
    reading: 'Lendo a pasta…',
    packing: (n) => `Compactando ${files(n)} em um ZIP…`,
    renamed: (n) => `${files(n)} com outro nome no ZIP, porque o Windows não aceita o original.`,
    sharing: {
      label: 'Como compartilhar estes arquivos',
      one: 'Um link para todos, em um ZIP',
      each: 'Um link para cada arquivo',
    },
    creatingOf: (share, total) => `Compartilhamento ${share} de ${total}`,
    files,
    packingLabel: 'Progresso da compactação',
    cancelPacking: 'Cancelar',
    unreadable: 'Não foi possível ler a seleção. Escolha novamente.',
    remove: (name) => `Remover ${name}`,
    expiry: 'Link válido por',
    note: 'Mensagem ao destinatário (opcional)',
    asksFirst: 'Perguntar antes de cada download',
    more: 'Mais opções',
    label: 'Nome (só você vê)',
    password: 'Sua própria senha',
    passwordHint: 'Deixe em branco para gerar uma. Maiúsculas e minúsculas são equivalentes.',
    passwordRefusals: {
      'too-short': 'Use pelo menos 12 caracteres, sem contar espaços e hífens.',
      'too-long': 'Use no máximo 64 caracteres.',
      'too-simple': 'Esta senha é fácil demais de adivinhar.',
      'like-file-name': 'A senha não pode fazer parte do nome do arquivo.',
    },
    limit: 'Interromper após este número de downloads',
    unlimited: 'Sem limite',
    days: dayUnit,
    states: {
      creating: 'Criando compartilhamento…',
      created: 'Aguardando o destinatário',
      error: 'Erro',
      limit_reached: 'Limite de compartilhamentos atingido',
    },
    fewerLeft: (left, excess) =>
      `Você ainda pode criar ${shares(left)} neste mês. Remova ${files(excess)} ou escolha um link para todos.`,
    orUpgrade: 'Ou mude para o Pro e tenha compartilhamentos ilimitados.',
    limitTextWithoutPayments: (email) =>
      `Você atingiu seu limite mensal. Ele recomeça no primeiro dia do mês. Para ter um limite maior, escreva para ${email}.`,
    limitText:
      'Você atingiu seu limite mensal. Mude para o Pro e tenha compartilhamentos ilimitados.',
  },
  live: {
    title: 'Enviando agora',
    states: {
      connecting: 'Aguardando o destinatário',
      asking: 'Aguardando você',
      sharing: 'Enviando',
      completed: 'Concluído',
      error: 'Erro',
      retrying: 'Reconectando',
    },
    waitingText:
      'Mantenha esta aba aberta e evite que o dispositivo entre em suspensão. A transferência começa quando o destinatário iniciar o download.',
    waitingSeveralText:
      'Mantenha esta aba aberta e evite que o dispositivo entre em suspensão. Cada transferência em espera começa quando o destinatário dela iniciar o download.',
    ongoingText: 'Mantenha esta aba aberta até a transferência terminar.',
    ongoingSeveralText: 'Mantenha esta aba aberta até todas as transferências terminarem.',
    askingText: 'Um destinatário aguarda sua decisão.',
    completedText: 'O arquivo foi transferido com sucesso!',
    retryingText: (n, max) => `Tentando reconectar… (${n}/${max})`,
    another: 'Compartilhar outro arquivo',
    tryAgain: 'Tentar novamente',
    restart: 'Reiniciar',
    dismiss: 'Dispensar',
    end: 'Parar de enviar',
    pause: 'Pausar',
    resume: 'Retomar',
    recipient: {
      name: (index) => `Destinatário ${index}`,
      person: (name, email) => `${name} (${email})`,
      bases: {
        'signed-in': 'Com sessão iniciada, segundo o navegador da pessoa',
        'self-declared': 'Conforme informado pela pessoa',
      },
      progress: (name) => `Progresso de ${name}`,
      pausedThere: 'Pausado pelo destinatário',
      wants: (name) => `${name} quer baixar este arquivo.`,
      approve: 'Permitir',
      decline: 'Recusar',
      declined: 'Recusado',
      end: 'Encerrar',
      ended: 'Encerrado',
      endFor: (name) => `Encerrar a transferência para ${name}`,
      stalled: 'Aguardando o dispositivo do destinatário',
      verified: 'Verificado, idêntico à sua cópia',
      intact: 'Completo, com a mesma soma de verificação',
      unverified: 'Enviado. O dispositivo do destinatário não provou que tem o arquivo inteiro',
      viewReceipt: 'Ver comprovante',
      unproven: (name) => `${name} não consegue provar que tem o seu link. Enviar mesmo assim?`,
      unverifiedName: 'O nome não foi verificado: qualquer pessoa pode tê-lo digitado.',
      since: (time) => `Entrou às ${time}.`,
      refuse: 'Não enviar',
      allow: 'Enviar mesmo assim',
      sent: (done, total) => `${done} de ${total}`,
      stored: (bytes) => `${bytes} no dispositivo do destinatário`,
      eta: (time) => `restam ${time}`,
      routes: {
        direct: 'Conexão direta',
        stun: 'Direta, pela internet',
        turn: 'Por um retransmissor criptografado',
        unknown: '',
      },
      states: {
        connecting: 'Conectando',
        waiting: 'Iniciando',
        sending: 'Enviando',
        paused: 'Pausado',
        completed: 'Recebido',
        retrying: 'Reconectando',
        error: 'Falhou',
      },
    },
  },
  stopQuestion: {
    title: 'Parar de enviar?',
    one: (name, filename, percent) =>
      `${name || 'Um destinatário'} já recebeu ${percent} de “${filename}”. Se você parar, a transferência será interrompida.`,
    several: (n) =>
      count(n, {
        one: 'Se você parar, # transferência será interrompida.',
        many: 'Se você parar, # de transferências serão interrompidas.',
        other: 'Se você parar, # transferências serão interrompidas.',
      }),
    elsewhere:
      'Outra aba deste navegador está enviando. Se você parar, as transferências dela serão interrompidas.',
    stop: 'Parar de enviar',
    keep: 'Continuar enviando',
  },
  logoutQuestion: {
    title: 'Sair da conta e parar de enviar?',
    one: (name, filename, percent) =>
      `${name || 'Um destinatário'} já recebeu ${percent} de “${filename}”. Se você sair da conta, a transferência será interrompida.`,
    several: (n) =>
      count(n, {
        one: 'Se você sair da conta, # transferência será interrompida.',
        many: 'Se você sair da conta, # de transferências serão interrompidas.',
        other: 'Se você sair da conta, # transferências serão interrompidas.',
      }),
    elsewhere:
      'Outra aba deste navegador está enviando. Se você sair da conta, as transferências dela serão interrompidas.',
    stop: 'Sair da conta e parar de enviar',
    keep: 'Continuar enviando',
  },
  interrupted: {
    title: 'Retomar o envio?',
    lead: 'Esta página foi recarregada e não envia mais estes arquivos. Os destinatários que já haviam começado continuam de onde pararam. Se outro dispositivo estiver enviando algum deles, ele para de enviar.',
    resume: 'Retomar o envio',
    choose: 'Escolher o mesmo arquivo novamente',
    chooseFolder: 'Escolher a mesma pasta novamente',
    drop: 'Soltar os mesmos arquivos novamente na página do compartilhamento',
    dismiss: 'Dispensar',
  },
  takeOver: {
    title: 'Enviar deste navegador?',
    text: 'Se outro dispositivo estiver enviando este arquivo, ele para de enviar.',
    send: 'Enviar daqui',
    cancel: 'Cancelar',
  },
  recent: {
    title: 'Compartilhamentos recentes',
    loading: 'Carregando compartilhamentos…',
    empty: 'Ainda não há compartilhamentos. Escolha seu primeiro arquivo para começar!',
    failed: 'Não foi possível carregar seus compartilhamentos.',
    status: { active: 'Ativo', stopped: 'Interrompido', expired: 'Expirado' },
    daysLeft: (n) =>
      count(n, { one: 'resta # dia', many: 'restam # de dias', other: 'restam # dias' }),
    elsewhere: 'Em andamento em outra aba',
    notSent: 'Não está sendo enviado deste navegador',
    chooseFile: 'Escolher arquivo',
    chooseFolder: 'Escolher pasta',
    drop: 'Soltar arquivos',
    resumeSending: 'Retomar o envio',
    downloads,
    downloadsOf: (n, limit) => `${n} de ${downloads(limit)}`,
    created: (day) => `criado em ${day}`,
    limit: {
      reached: 'Interrompido: limite de downloads atingido',
      raised: 'Interrompido: reinicie-o para permitir mais downloads',
    },
    copyLink: (name) => `Copiar o link de ${name}`,
    stop: (name) => `Interromper ${name}`,
    restart: (name) => `Reiniciar ${name}`,
    remove: (name) => `Excluir ${name}`,
    options: (name) => `Detalhes de ${name}`,
    send: (name) => `Escolher o arquivo para enviar ${name}`,
    sendFolder: (name) => `Escolher a pasta para enviar ${name}`,
    sendDropped: (name) => `Soltar arquivos na página do compartilhamento para enviar ${name}`,
    resume: (name) => `Retomar o envio de ${name}`,
    cannotResume: {
      title: 'Escolha o arquivo novamente',
      changed: (name) =>
        `“${name}” mudou desde que você compartilhou. Crie um novo compartilhamento para enviar a versão atual.`,
      unreadable: (name) =>
        `O navegador não consegue mais ler “${name}”: o arquivo foi movido ou excluído, ou o acesso foi negado.`,
    },
    live: 'Em andamento',
    more: (n) => `Mostrar mais ${n}`,
    search: 'Buscar compartilhamentos',
    searchPlaceholder: 'Nome do arquivo',
    filter: 'Mostrar',
    allStatuses: 'Todos os compartilhamentos',
    sortBy: 'Ordenar por',
    select: 'Selecionar',
    selectShare: (name) => `Selecionar ${name}`,
    sortings: {
      created: 'Mais recentes primeiro',
      name: 'Nome',
      expires: 'Expiram primeiro',
    },
    count: (n, shown) => (n === 1 ? '1 compartilhamento' : `${shown} compartilhamentos`),
    noMatch: 'Nenhum compartilhamento corresponde.',
    pages: 'Páginas de compartilhamentos',
    shown: (from, to, total) => `${from}–${to} de ${total} compartilhamentos`,
    guessed: (networks = []) =>
      networks.length === 0
        ? 'Interrompido após várias senhas incorretas'
        : `Interrompido após várias senhas incorretas vindas de ${networks.join(', ')}`,
    otherFile: {
      title: 'Não é o mesmo arquivo',
      description: (chosen, shared) =>
        `Você escolheu “${chosen}”, mas este compartilhamento foi criado para “${shared}”.`,
    },
    linkCopied: { title: 'Link copiado', description: 'O link está na área de transferência.' },
  },
  bulk: {
    title: 'Compartilhamentos selecionados',
    selected: (n) =>
      count(n, { one: '# selecionado', many: '# selecionados', other: '# selecionados' }),
    all: 'Selecionar todos',
    stop: (n) => (n === 0 ? 'Interromper' : `Interromper ${n}`),
    remove: (n) => (n === 0 ? 'Excluir' : `Excluir ${n}`),
    copy: 'Copiar links como CSV',
    done: 'Concluir',
    columns: ['Nome', 'Arquivo', 'Link', 'Expira'],
    copied: (n) => ({
      title: 'Copiado',
      description: `${links(n)} como CSV, sem senhas.`,
    }),
    copyFailed: 'Não foi possível copiar os links.',
    stopped: (n) => ({ title: 'Compartilhamentos interrompidos', description: `${stopped(n)}.` }),
    deleted: (n) => ({ title: 'Compartilhamentos excluídos', description: `${deleted(n)}.` }),
    failed: (failed, n, reason) => ({
      title: 'Erro',
      description: `Falha em ${failed} de ${shares(n)}: ${reason}`,
    }),
    fallback: 'Tente novamente.',
    question: {
      stop: (n) => `Interromper ${shares(n)}?`,
      stopText: 'Os downloads em andamento destes compartilhamentos serão encerrados.',
      remove: (n) => `Excluir ${shares(n)}?`,
      removeText: 'Não é possível desfazer esta ação.',
      keep: 'Cancelar',
    },
  },
  edit: {
    open: 'Alterar este compartilhamento',
    title: 'Alterar este compartilhamento',
    label: 'Nome (só você vê)',
    note: 'Mensagem ao destinatário',
    password: 'Nova senha',
    passwordHint:
      'Deixe em branco para manter a senha atual. Uma nova senha encerra os downloads em andamento; os destinatários a digitam para continuar.',
    expiry: 'Expira em',
    days: dayUnit,
    save: 'Salvar alterações',
    cancel: 'Manter como está',
    discardQuestion: {
      title: 'Descartar as alterações?',
      discard: 'Descartar',
      keep: 'Continuar editando',
    },
    saved: {
      title: 'Salvo',
      description: 'O compartilhamento foi alterado.',
      stopped:
        'O compartilhamento foi alterado. Ele continua interrompido: reinicie-o para permitir downloads.',
    },
    failed: { title: 'Erro', fallback: 'Não foi possível alterar o compartilhamento.' },
  },
  modal: {
    title: (name) => `Compartilhar arquivo: ${name}`,
    link: 'Link para compartilhar',
    password: 'Senha',
    protectedLink:
      'Link protegido: ele contém uma chave que nossos servidores nunca recebem. Os destinatários precisam provar que a têm.',
    plainLink:
      'Este dispositivo não consegue gerar o link protegido deste compartilhamento. Com o link simples, nada prova quem recebe o arquivo. Use o dispositivo e o navegador em que você criou o compartilhamento ou crie outro aqui.',
    copyLink: 'Copiar link',
    copyPassword: 'Copiar senha',
    expires: (n) => `Expira em ${days(n)}`,
    expired: (date) => `Expirou em ${date}`,
    cancel: 'Cancelar',
    copyAndClose: 'Copiar e fechar',
    hint: 'Se o arquivo for confidencial, envie a senha separadamente, por telefone, por exemplo.',
    details: ({ filename, link, password, expires }) =>
      [`Arquivo: ${filename}`, `Link: ${link}`, `Senha: ${password}`, `Expira: ${expires}`].join(
        '\n',
      ),
    copied: { title: 'Copiado', description: 'Os dados estão na área de transferência.' },
    passwordCopied: {
      title: 'Senha copiada',
      description: 'A senha está na área de transferência.',
    },
    copyFailed: {
      title: 'Não foi possível copiar',
      link: 'Não foi possível copiar o link. Selecione-o e copie-o manualmente.',
      password: 'Não foi possível copiar a senha. Selecione-a e copie-a manualmente.',
      details: 'Não foi possível copiar os dados. Selecione-os e copie-os manualmente.',
    },
  },
  ways: {
    showCode: 'Mostrar código QR',
    hideCode: 'Ocultar código QR',
    codeLabel: 'Código QR do link',
    codeHint: 'Escaneie para abrir o link. O código não contém a senha.',
    sendLink: 'Enviar link…',
    failed: {
      title: 'Erro',
      description: 'Não foi possível compartilhar o link. Copie-o.',
    },
  },
  actions: {
    stopped: { title: 'Compartilhamento interrompido', description: 'O link não funciona mais.' },
    restarted: {
      title: 'Compartilhamento reiniciado',
      description: 'O link voltou a funcionar. Escolha o arquivo para começar a enviar.',
    },
    restartedSending: 'O link voltou a funcionar, e esta aba está enviando o arquivo.',
    deleted: {
      title: 'Compartilhamento excluído',
      description: 'O compartilhamento foi removido.',
    },
    stopFailed: 'Não foi possível interromper o compartilhamento',
    restartFailed: 'Não foi possível reiniciar o compartilhamento',
    deleteFailed: 'Não foi possível excluir o compartilhamento',
    fallback: 'Ocorreu um erro',
    signInToStop: 'Entre na sua conta para interromper um compartilhamento',
    signInToRestart: 'Entre na sua conta para reiniciar um compartilhamento',
    authentication: 'Erro de autenticação. Entre novamente.',
  },
  created: (n) =>
    n === 1
      ? {
          title: 'Compartilhamento criado',
          description: 'Seu link está pronto. Ele fica em “Compartilhamentos recentes”.',
        }
      : {
          title: 'Compartilhamentos criados',
          description: `${n} links estão prontos. Eles ficam em “Compartilhamentos recentes”.`,
        },
  createdShares: {
    title: created,
    shortfall: (n, total, reason) =>
      `Compartilhamentos criados: ${n} de ${total}. Não foi possível criar os demais: ${reason}`,
    link: (name) => `Link de ${name}`,
    copyPassword: (name) => `Copiar a senha de ${name}`,
    close: 'Fechar',
    copyLinks: 'Copiar links como CSV',
    copyAll: 'Copiar tudo e fechar',
  },
  createFailed: {
    title: 'Erro',
    fallback: 'Não foi possível criar o compartilhamento',
    known: 'O servidor retornou um compartilhamento já existente. Tente novamente.',
  },
  limit: { title: 'Limite de compartilhamentos atingido' },
  notices: {
    connectionError: (name) => `${name} – erro de conexão`,
    transferFailed: (name) => `${name} – falha na transferência`,
    reconnecting: (name) => `${name} – reconectando`,
    reconnectingAttempt: (n, max) => `Tentando reconectar… (${n}/${max})`,
    peerConnected: {
      title: 'Destinatário conectado',
      description: 'Um destinatário abriu seu link.',
    },
    question: {
      wants: (name, filename) => `${name} quer baixar ${filename}`,
      unproven: (name, filename) =>
        `${name} não consegue provar que tem o seu link para ${filename}`,
      description: 'Nada é enviado antes da sua decisão.',
      decide: 'Decidir',
    },
    channelReady: { title: 'Canal pronto', description: 'O arquivo está a caminho.' },
    complete: {
      title: 'Transferência concluída',
      description: 'O arquivo foi transferido com sucesso!',
    },
  },
  deliveryNotices: {
    label: 'Avisar quando uma entrega for confirmada',
    title: 'Entrega confirmada',
    body: (name) => `${name} foi recebido por completo.`,
    refused: {
      title: 'As notificações estão bloqueadas',
      description: 'Permita as notificações deste site no navegador e tente novamente.',
    },
  },
  wakeLock: {
    label: 'Manter tela ligada',
    text: 'Mantém a tela ligada enquanto esta página estiver aberta.',
    unavailable: {
      title: 'A tela pode desligar',
      description: 'Não foi possível manter a tela ligada. Verifique a economia de bateria.',
    },
    lost: {
      title: 'A tela pode voltar a desligar',
      description:
        'A tela não é mais mantida ligada. Ative “Manter tela ligada” de novo se precisar.',
    },
  },
  extension: {
    title: 'Extensão do navegador detectada',
    text: 'Uma extensão está modificando este app e pode interromper transferências. Desative-a para este site ou use o app em uma janela sem extensões.',
    dismiss: 'Dispensar',
  },
  install: {
    title: 'Mantenha esta aba ativa',
    text: 'Os arquivos só são transferidos enquanto esta aba está aberta. Os navegadores tornam mais lentas as abas em segundo plano; o app instalado é interrompido com menos frequência.',
    install: 'Instalar app',
    how: 'Como instalar',
    close: 'Fechar',
    failed: {
      title: 'Erro na instalação',
      fallback: 'Não foi possível instalar o app.',
    },
    steps: {
      iosSafari: [
        'Toque em “Compartilhar” na barra de ferramentas.',
        'Role para baixo e toque em “Adicionar à Tela de Início”.',
        'Toque em “Adicionar”.',
      ],
      iosOther: [
        'Toque em “Compartilhar” ao lado do endereço.',
        'Escolha “Adicionar à Tela de Início”. Se a opção não aparecer, abra esta página no Safari.',
        'Toque em “Adicionar”.',
      ],
      androidChrome: [
        'Toque no menu de três pontos.',
        'Toque em “Instalar app” ou “Adicionar à tela inicial”.',
        'Confirme com “Instalar”.',
      ],
      androidFirefox: [
        'Toque no menu de três pontos.',
        'Toque em “Instalar” ou “Adicionar à tela inicial”.',
        'Confirme com “Adicionar”.',
      ],
      samsung: [
        'Toque no menu de três linhas.',
        'Toque em “Adicionar página a” e depois em “Tela inicial”.',
        'Confirme com “Adicionar”.',
      ],
      edge: [
        'Abra o menu de três pontos.',
        'Escolha “Aplicativos” e depois “Instalar este site como um aplicativo”.',
        'Confirme com “Instalar”.',
      ],
      chrome: [
        'Clique no ícone de instalação, no lado direito da barra de endereço.',
        'Se não houver ícone, abra o menu de três pontos e escolha “Transmitir, salvar e compartilhar” e “Instalar página como app”.',
        'Confirme com “Instalar”.',
      ],
      macSafari: [
        'Abra o menu “Arquivo”.',
        'Escolha “Adicionar ao Dock”. É necessário o macOS Sonoma ou posterior.',
        'Confirme com “Adicionar”.',
      ],
      firefox: [
        'No computador, o Firefox não instala todos os apps da web.',
        'Em vez disso, mantenha esta aba em uma janela própria ou abra a página no Chrome, Edge ou Safari.',
      ],
      other: [
        'Procure “Instalar” ou “Adicionar à tela inicial” no menu do navegador.',
        'Se não houver essa opção, mantenha esta aba em uma janela própria.',
      ],
    },
  },
  banner: {
    text: 'Mude para o Pro e tenha compartilhamentos ilimitados',
    action: 'Mudar agora',
  },
};

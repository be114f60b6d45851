import type { RecipientCatalogues } from '../catalogues.js';
import { counted, files } from './intl.js';

const recipients = counted('destinatario', 'destinatarios');

export const sharePage: RecipientCatalogues['share-page'] = {
  steps: {
    label: 'Pasos',
    password: 'Contraseña',
    details: 'Sus datos',
    download: 'Descarga',
    send: 'Enviar',
  },
  password: {
    title: 'Archivo protegido con contraseña',
    intro: 'Introduzca la contraseña que le dio el remitente. ¿No la tiene? Pídasela.',
    label: 'Contraseña',
    show: 'Mostrar contraseña',
    hide: 'Ocultar contraseña',
    submit: 'Acceder al archivo',
    submitting: 'Comprobando…',
    own: 'Ha iniciado sesión. Si este envío es suyo, en un momento se abrirá la página para enviar el archivo.',
    missing: {
      title: 'Se necesita la contraseña',
      description: 'Introduzca la contraseña para acceder a este archivo.',
    },
    deniedTitle: 'Acceso denegado',
    deniedFallback: 'Contraseña incorrecta o enlace caducado.',
    offlineTitle: 'Error de conexión',
  },
  damaged: {
    title: 'Este enlace está incompleto',
    text: 'Abra el enlace completo del mensaje del remitente. Si vuelve a aparecer esta página, pídale un enlace nuevo.',
  },
  otherKey: {
    title: 'Este no es el enlace de antes',
    text: 'El enlace de un envío nunca cambia, pero este navegador ya abrió este envío con otro. Abra el enlace del mensaje del remitente. Si vuelve a aparecer esta página, no continúe y pida al remitente un envío nuevo.',
  },
  details: {
    title: 'Datos para la descarga',
    intro:
      'El remitente ve quién recibió el archivo. Su nombre y su correo electrónico aparecen en el registro de auditoría del remitente.',
    name: 'Nombre completo',
    email: 'Correo electrónico',
    submit: 'Continuar con la descarga',
    missing: {
      title: 'Faltan datos',
      description: 'Introduzca su nombre y su correo electrónico.',
    },
    badEmail: {
      title: 'Correo electrónico no válido',
      description: 'Introduzca un correo electrónico válido.',
    },
    received: {
      title: 'Datos recibidos',
      description: 'Gracias. Ya puede descargar el archivo.',
    },
  },
  file: {
    unknownType: 'Desconocido',
    size: 'Tamaño',
    type: 'Tipo',
    from: (name) => `De ${name}`,
  },
  progress: {
    label: 'Progreso de la transferencia',
    of: (done, total) => `${done} de ${total}`,
    left: (time) => `quedan ${time}`,
    done: (percent) => `${percent} por ciento completado`,
  },
  connection: {
    direct: 'Enviado directamente por su red.',
    stun: 'Enviado directamente por internet.',
    turn: 'Enviado a través de un retransmisor cifrado.',
    unknown: '',
  },
  common: {
    connectionError: 'Error de conexión',
    failedToConnect: { title: 'Error', description: 'No se pudo conectar' },
    transferFailed: 'Error en la transferencia',
    reconnecting: (n, max) => ({
      title: 'Reconectando…',
      description: `Intento de conexión ${n} de ${max}`,
    }),
    authenticationError: {
      title: 'Error de autenticación',
      description: 'No se pudo comprobar su sesión. Inicie sesión de nuevo.',
    },
  },
  invitation: {
    title: 'Cree una cuenta para enviar sus propios archivos',
    going: (isSold) => `${isSold ? 'Es gratis. ' : ''}Abriendo la página de registro…`,
    stayed: (isSold) =>
      `${isSold ? 'Es gratis. ' : ''}Su nombre y su correo electrónico ya están completados.`,
    stay: 'Permanecer en esta página',
    go: 'Crear cuenta',
  },
  page: {
    title: (brand) => `Recibir un archivo – ${brand}`,
    senderTitle: (brand) => `Enviar un archivo – ${brand}`,
    receiveTitle: 'Descarga',
    sendTitle: 'Enviar este archivo',
    viewReceipt: 'Ver comprobante',
    promise: 'De navegador a navegador. Nunca se almacena en un servidor.',
    terms: 'Términos',
    privacy: 'Privacidad',
  },
};

export const sharePageReceiver: RecipientCatalogues['share-page-receiver'] = {
  badges: {
    ready: 'Lista',
    connecting: 'Conectando',
    waiting: 'En espera',
    receiving: 'Recibiendo',
    saving: 'Guardando',
    paused: 'En pausa',
    completed: 'Completada',
    retrying: 'Reintentando',
    error: 'Error',
  },
  ready: 'Todo listo para descargar',
  connecting: 'Conectando con el remitente…',
  waiting: 'Conexión establecida. Esperando a que empiece el remitente…',
  receiving: 'Recibiendo el archivo…',
  stalled: (sender) => `Esperando a ${sender || 'que responda el remitente'}…`,
  saving: 'Todo recibido. Comprobando y guardando…',
  silent: {
    server: 'El servidor no responde. Compruebe su red o inténtelo de nuevo.',
    sender:
      'Hace 15 segundos que no llega nada del remitente. La descarga continuará cuando vuelva. También puede intentarlo de nuevo.',
    receiver:
      'Este dispositivo aún está guardando lo que ha llegado. Después, la descarga continuará.',
  },
  paused: 'En pausa. Su progreso está guardado.',
  pausedOpen:
    'En pausa. Mantenga abierta esta página; si la cierra, se pierde lo que ya ha llegado.',
  failedOpen:
    'Mantenga abierta esta página; si la cierra o la recarga, se pierde lo que ya ha llegado.',
  pausedThere: (sender) =>
    `${sender || 'El remitente'} pausó la transferencia. La descarga continuará cuando la reanude.`,
  awaitingApproval: (sender) =>
    `Esperando a que ${sender || 'el remitente'} permita esta descarga.`,
  pausedBoth: (sender) =>
    `Usted y ${sender || 'el remitente'} pausaron la transferencia. La descarga continúa cuando ambos la reanuden.`,
  completed: 'Transferencia completada',
  retrying: (n, max) => `Reconectando… intento ${n} de ${max}`,
  failed: 'Error de conexión',
  unsaved: 'Recibido, pero aún sin guardar',
  download: 'Descargar archivo',
  starting: 'Iniciando…',
  pause: 'Pausar',
  resume: 'Reanudar',
  tryAgain: 'Intentar de nuevo',
  otherPlace: 'Elegir otro lugar',
  newPassword: 'Introducir la nueva contraseña',
  passwordAgain: 'Introducir la contraseña de nuevo',
  saveAgain: 'Guardar de nuevo',
  verified: 'Verificado, idéntico a la copia del remitente',
  intact: 'Completo. La suma de verificación es la misma que envió la otra parte.',
  saved: (size) => `Guardado en este dispositivo (${size}).`,
  savedAs: (name, size) => `Guardado en este dispositivo como «${name}» (${size}).`,
  offered: (size) =>
    `Completo (${size}). Su navegador lo guarda ahora en las descargas; permítalo si lo pregunta.`,
  notOffered: '¿No está ahí? Guárdelo de nuevo o abra este enlace en otro navegador.',
  streamed: (size) =>
    `Completo (${size}). Su navegador lo guarda ahora; si pregunta dónde, elija un lugar.`,
  notStreamed: '¿No está ahí? Abra de nuevo este enlace y repita la descarga.',
  clocksDiffer:
    'No hay comprobante porque los relojes de los dos dispositivos difieren en más de diez minutos.',
  keepOpen: 'Mantenga esta pestaña abierta y visible hasta que termine la descarga.',
  wasHidden:
    'Esta pestaña estuvo en segundo plano, donde los navegadores la ralentizan. Manténgala visible.',
  you: 'Usted',
  other: 'Remitente',
  toasts: {
    started: { title: 'Descarga iniciada', description: 'Esperando al remitente.' },
    notCreated: 'No se pudo crear el archivo en ese lugar. Elija otro.',
    gone: {
      title: 'El archivo ya no está aquí',
      description: 'Este navegador ya no tiene el archivo. Descárguelo de nuevo.',
    },
    startFailed: {
      title: 'Error en la descarga',
      description: 'No se pudo iniciar la descarga. Inténtelo de nuevo.',
    },
    connected: {
      title: 'Conexión establecida',
      description: 'La conexión con el remitente está establecida.',
    },
    received: (name) => ({
      title: 'Archivo recibido',
      description: `Se guardó en este dispositivo: ${name}.`,
    }),
    offered: (name) => `Completo: ${name}. Su navegador lo guarda ahora.`,
    theFile: 'el archivo',
  },
};

export const sharePageSaving: RecipientCatalogues['share-page-saving'] = {
  insideApp:
    'Esta página está abierta dentro de otra aplicación, que quizá no guarde archivos. Abra el enlace en un navegador como Chrome o Safari.',
  notChosen:
    'No se eligió ningún lugar. Si eligió uno, no se puede escribir en él; elija otro. Si no apareció ningún cuadro de diálogo, abra este enlace en otro navegador.',
  title: 'Antes de descargar',
  plan: {
    savedTo: 'Se guarda en',
    chosenPlace:
      'El lugar que usted elija. Ahí el archivo permanece vacío hasta que la descarga esté completa.',
    downloads: 'Su carpeta de descargas',
    spaceNeeded: 'Espacio libre necesario',
    memoryNeeded: 'Memoria necesaria',
    twice: (needed) => `${needed}, porque el archivo ocupa el doble mientras se guarda`,
    twoPlaces: (there, here) =>
      `${there} en ese lugar y ${here} en el almacenamiento de este navegador`,
    afterReload: 'Si recarga la página',
    continues: 'La descarga continúa donde se quedó',
    startsAgain: 'La descarga empieza de nuevo',
    temporaryCopy: 'Copia temporal',
    keptAfterwards:
      'La conserva este navegador. Se elimina aproximadamente una hora después de que usted haya visto la descarga terminada o cuando abra este sitio después.',
    keptUntilSaved: 'La conserva este navegador hasta que se guarde el archivo.',
    unfinished: 'Una descarga sin terminar se conserva durante una semana.',
  },
  bothOnline: 'La descarga empieza en cuanto el remitente está en línea.',
  check: {
    start: 'Comprobar la conexión',
    running: 'Comprobando la conexión…',
    direct: (roundTrip: string) =>
      `El remitente está en línea y es posible una conexión directa${roundTrip}.`,
    relayed: (roundTrip: string) =>
      `El remitente está en línea. Las redes entre ustedes no permiten una conexión directa, así que el archivo pasa por un retransmisor${roundTrip}: cifrado como siempre, pero a menudo más lento. Sin VPN o en otra red quizá sea posible una conexión directa.`,
    connected: (roundTrip: string) =>
      `El remitente está en línea y es posible una conexión${roundTrip}.`,
    roundTrip: (milliseconds: string) => ` (ida y vuelta: ${milliseconds})`,
    absent:
      'El remitente no está en línea ahora. Pídale que abra el envío y deje la página abierta.',
    silent:
      'El remitente está en línea, pero su página no responde ahora. Inténtelo de nuevo en un minuto.',
    unreachable:
      'El remitente está en línea, pero las redes entre ustedes bloquean la conexión. Desactive la VPN o pruebe otra red, como la zona wifi de un teléfono.',
    failed: 'No se pudo comprobar la conexión. Revise su propia conexión e inténtelo de nuevo.',
  },
  protectedLink:
    'Enlace protegido: no se recibe nada antes de que el remitente demuestre que el enlace es suyo.',
  linkEnd: (end) =>
    `El enlace que ha abierto termina en …${end}. Si el del mensaje del remitente termina de otra forma, no continúe.`,
  plainLink:
    'Enlace simple: la conexión está cifrada, pero nada demuestra quién está al otro lado. Si es importante, pida al remitente un enlace protegido.',
  unfinished: (here, size) =>
    `Ya se han descargado ${here} de ${size}. Introduzca la contraseña para continuar.`,
  arrived: (here, size) =>
    `Ya se han descargado ${here} de ${size}. La descarga continúa desde ahí.`,
  allArrived: (size) =>
    `El archivo completo (${size}) ya está en este dispositivo. Se compara con el del remitente y se guarda; nada se envía de nuevo.`,
  shortage: (size, free) =>
    `Este archivo ocupa ${size}, pero este navegador solo puede almacenar ${free}. Libere espacio en este dispositivo o use un navegador que permita elegir dónde guardar.`,
  remedies: [
    'En un equipo de escritorio o portátil, Chrome y Edge permiten elegir cualquier disco.',
    'Una ventana privada puede almacenar menos que una normal.',
    'En la configuración de este navegador, elimine los datos de los sitios que no necesite.',
  ],
};

export const sharePageSender: RecipientCatalogues['share-page-sender'] = {
  badges: {
    idle: 'Listo',
    connecting: 'Conectando',
    waiting: 'En espera',
    sending: 'Enviando',
    completed: 'Completado',
    error: 'Error',
    retrying: 'Reintentando',
  },
  idle: 'Elija el archivo para empezar a enviar',
  connecting: 'Conectando con el servidor de señalización',
  question: {
    badge: 'Esperando su decisión',
    status: 'Un destinatario espera su decisión.',
  },
  alone: 'Esperando a que el destinatario abra el enlace…',
  connected: (n) => (n === 1 ? '1 destinatario conectado' : `${recipients(n)} conectados`),
  sendingOne: 'Enviando el archivo…',
  sendingMany: (n) => `Enviando a ${recipients(n)}`,
  completed: '¡El archivo se transfirió correctamente!',
  retrying: (n, max) => `Reconectando… ${n} de ${max}`,
  failed: 'Error de conexión',
  choose: 'Elegir archivo',
  chooseFolder: 'Elegir carpeta',
  reading: 'Leyendo…',
  intro:
    'Este es su envío. Elija el archivo y mantenga abierta esta pestaña hasta que termine la transferencia.',
  mismatch: (chosen, expected) => `Eligió “${chosen}”, pero este envío se creó para “${expected}”.`,
  sentAs: (filename) => `Se enviará con el nombre “${filename}”.`,
  otherSize:
    'Su tamaño es distinto, así que los destinatarios lo rechazarían. Cree un envío nuevo para este archivo.',
  useAnyway: 'Enviar de todos modos',
  chooseOther: 'Elegir otro archivo',
  packing: (n) => `Comprimiendo ${files(n)} en un ZIP…`,
  packingLabel: 'Progreso de la compresión',
  cancelPacking: 'Cancelar',
  drop: 'También puede soltar aquí los archivos y las carpetas.',
  takeOver: 'Si envía desde aquí, la otra pestaña deja de enviar.',
  sendHere: 'Enviar desde esta pestaña',
  unproven: {
    question: (name) => `${name} no puede demostrar que tiene su enlace. ¿Enviar de todos modos?`,
    name: 'El nombre no está verificado: cualquiera puede haberlo escrito.',
    refuse: 'No enviar',
    allow: 'Enviar de todos modos',
  },
  protectedLink:
    'Enlace protegido: los destinatarios deben demostrar que lo tienen antes de que se envíe algo.',
  plainLink:
    'Este dispositivo no puede generar el enlace protegido de este envío, por lo que nada demuestra quién recibe el archivo. Use el dispositivo y el navegador con los que creó el envío, o cree uno nuevo aquí.',
  linkEnd: (end) =>
    `El enlace con el que se abrió esta página termina en …${end}. Si el que dio a los destinatarios termina de otra forma, no envíe desde aquí.`,
  otherKey:
    'Esta página se abrió con un enlace que este dispositivo no generó para este envío. No se usa. Dé a los destinatarios solo el enlace que copie aquí.',
  unverified: 'Enviado. El dispositivo del destinatario no demostró que tiene el archivo completo.',
  dashboard: 'Ir al panel',
  restart: 'Puede reactivar un envío detenido desde su panel.',
  reset: 'Restablecer conexión',
  copyLink: 'Copiar enlace',
  link: 'Enlace para compartir',
  recipients: 'Destinatarios',
  recipient: (n) => `Destinatario ${n}`,
  keepOpen: 'Mantenga abierta esta pestaña hasta que termine la transferencia.',
  you: 'Usted',
  other: 'Destinatario',
  toasts: {
    recipient: {
      title: 'Destinatario conectado',
      description: 'Hay un destinatario conectado.',
    },
    ready: {
      title: 'Todo listo para enviar',
      description: 'La transferencia empieza en cuanto se conecte un destinatario.',
    },
    complete: {
      title: 'Transferencia completada',
      description: '¡El archivo se transfirió correctamente!',
    },
    failedToStart: {
      title: 'No se pudo iniciar',
      description: 'No se pudo abrir el archivo.',
    },
    copied: { title: 'Enlace copiado', description: 'El enlace está en el portapapeles.' },
    copyFailed: {
      title: 'No se pudo copiar',
      description:
        'No se pudo copiar el enlace. Selecciónelo debajo del botón y cópielo manualmente.',
    },
  },
};

export const sharePageRecipient: RecipientCatalogues['share-page-recipient'] = {
  person: (name, email) => `${name} (${email})`,
  pausedThere: 'En pausa por el destinatario',
  stalled: 'Esperando al dispositivo del destinatario',
  wants: (name) => `${name} quiere descargar este archivo.`,
  since: (time) => `Se unió a las ${time}.`,
  approve: 'Permitir',
  decline: 'Rechazar',
  declined: 'Rechazado',
};

export const sharePageAway: RecipientCatalogues['share-page-away'] = {
  stillAlone:
    'El remitente aún no está en línea. Mantenga abierta esta página; la descarga empezará cuando el remitente abra la suya.',
  notOnline: 'El remitente aún no está en línea.',
  left: (here, missing) =>
    `El remitente se desconectó. Han llegado ${here} y faltan ${missing}. La descarga continuará cuando vuelva.`,
  leftOpen: (here, missing) =>
    `El remitente se desconectó. Han llegado ${here} y faltan ${missing}. Mantenga abierta esta página; si la cierra, se pierde lo que ya ha llegado. La descarga continuará cuando vuelva.`,
  tellMe: 'Avisarme cuando esté en línea',
  stop: 'No avisarme',
  reach: {
    page: 'Mantenga abierta esta pestaña. Su título muestra un punto cuando el remitente está en línea.',
    notification:
      'Mantenga abierta esta pestaña. Recibirá una notificación cuando el remitente esté en línea.',
    push: 'Recibirá una notificación cuando el remitente esté en línea, aunque cierre esta pestaña.',
  },
  pushOpen:
    'Recibirá una notificación cuando el remitente vuelva. Mantenga abierta esta pestaña; si la cierra, se pierde lo que ya ha llegado.',
  openAgain: 'Después de cerrarla, vuelva a abrir el enlace del mensaje del remitente.',
  back: (sender) => `${sender || 'El remitente'} está en línea.`,
  notice: {
    title: 'El remitente está en línea',
    body: 'Mantenga abierta la página para descargar el archivo.',
  },
};

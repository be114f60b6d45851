import type { AppCatalogues } from '../catalogues.js';
import { count, counted, days, downloads, files, shares } from './intl.js';

const links = counted('enlace copiado', 'enlaces copiados');
const stopped = counted('envío detenido', 'envíos detenidos');
const deleted = counted('envío eliminado', 'envíos eliminados');
const created = counted('envío creado', 'envíos creados');
const dayUnit = (n: number): string => count(n, { one: 'día', other: 'días' });

export const dashboard: AppCatalogues['dashboard'] = {
  title: 'Panel',
  welcome: (name) => `Le damos la bienvenida, ${name}`,
  tagline:
    'Comparta archivos de forma segura, de dispositivo a dispositivo: directamente de su navegador al del destinatario.',
  usage: {
    title: 'Uso este mes',
    shares: 'Envíos',
    unlimited: 'Ilimitados',
    used: (used, limit) => `${used} / ${limit}`,
    usedLabel: (used, limit) => `${used} de ${shares(limit)} este mes`,
    active: 'Envíos activos',
    expired: 'Envíos caducados',
    resets: 'Se reinicia el primer día del mes (UTC)',
  },
  upload: {
    title: 'Compartir un archivo por WebRTC',
    lead: 'Elija un archivo, envíe el enlace y la contraseña, y permanezca en línea hasta que llegue.',
    drop: 'Suelte un archivo aquí o elija uno',
    choose: 'Elija un archivo',
    noLimit: 'Cualquier archivo, varios archivos o una carpeta. Nada se sube a un servidor.',
    select: 'Elegir archivo',
    selectFolder: 'Elegir carpeta',
    create: (n) => (n > 1 ? `Crear ${shares(n)}` : 'Crear envío'),
    tryAgain: 'Intentar de nuevo',
    reloadNote: 'Después de volver a cargar la página, elija de nuevo los archivos.',
    upgrade: 'Pasar a Pro',
    reading: 'Leyendo la carpeta…',
    packing: (n) => `Comprimiendo ${files(n)} en un ZIP…`,
    renamed: (n) => `${files(n)} con otro nombre en el ZIP, porque Windows no admite el original.`,
    sharing: {
      label: 'Cómo compartir estos archivos',
      one: 'Un enlace para todos, en un ZIP',
      each: 'Un enlace para cada archivo',
    },
    creatingOf: (share, total) => `Envío ${share} de ${total}`,
    files,
    packingLabel: 'Progreso de la compresión',
    cancelPacking: 'Cancelar',
    unreadable: 'No se pudo leer la selección. Elíjala de nuevo.',
    remove: (name) => `Quitar ${name}`,
    expiry: 'Enlace válido durante',
    note: 'Mensaje para el destinatario (opcional)',
    asksFirst: 'Preguntarme antes de cada descarga',
    more: 'Más opciones',
    label: 'Nombre (solo lo ve usted)',
    password: 'Su propia contraseña',
    passwordHint: 'Déjela en blanco para generar una. No distingue entre mayúsculas y minúsculas.',
    passwordRefusals: {
      'too-short': 'Use al menos 12 caracteres, sin contar espacios ni guiones.',
      'too-long': 'Use como máximo 64 caracteres.',
      'too-simple': 'Esta contraseña es demasiado fácil de adivinar.',
      'like-file-name': 'La contraseña no puede formar parte del nombre del archivo.',
    },
    limit: 'Detener tras este número de descargas',
    unlimited: 'Sin límite',
    days: dayUnit,
    states: {
      creating: 'Creando el envío…',
      created: 'Esperando al destinatario',
      error: 'Error',
      limit_reached: 'Límite de envíos alcanzado',
    },
    fewerLeft: (left, excess) =>
      `Este mes puede crear ${shares(left)} más. Quite ${files(excess)} o elija un enlace para todos.`,
    orUpgrade: 'O pase a Pro para tener envíos ilimitados.',
    limitTextWithoutPayments: (email) =>
      `Alcanzó su límite mensual. Se reinicia el primer día del mes. Para obtener un límite mayor, escriba a ${email}.`,
    limitText: 'Alcanzó su límite mensual. Pase a Pro para tener envíos ilimitados.',
  },
  live: {
    title: 'Enviando ahora',
    states: {
      connecting: 'Esperando al destinatario',
      asking: 'Esperando su decisión',
      sharing: 'Enviando',
      completed: 'Completado',
      error: 'Error',
      retrying: 'Reconectando',
    },
    waitingText:
      'Mantenga abierta esta pestaña y evite que el dispositivo entre en suspensión. La transferencia empieza cuando el destinatario inicia la descarga.',
    waitingSeveralText:
      'Mantenga abierta esta pestaña y evite que el dispositivo entre en suspensión. Cada transferencia en espera empieza cuando su destinatario inicia la descarga.',
    ongoingText: 'Mantenga abierta esta pestaña hasta que termine la transferencia.',
    ongoingSeveralText:
      'Mantenga abierta esta pestaña hasta que terminen todas las transferencias.',
    askingText: 'Un destinatario espera su decisión.',
    completedText: '¡El archivo se transfirió correctamente!',
    retryingText: (n, max) => `Intentando reconectar… (${n}/${max})`,
    another: 'Compartir otro archivo',
    tryAgain: 'Intentar de nuevo',
    restart: 'Reactivar',
    dismiss: 'Descartar',
    end: 'Dejar de enviar',
    pause: 'Pausar',
    resume: 'Reanudar',
    recipient: {
      name: (index) => `Destinatario ${index}`,
      person: (name, email) => `${name} (${email})`,
      bases: {
        'signed-in': 'Con sesión iniciada, según su navegador',
        'self-declared': 'Según indicó esta persona',
      },
      progress: (name) => `Progreso de ${name}`,
      pausedThere: 'En pausa por el destinatario',
      wants: (name) => `${name} quiere descargar este archivo.`,
      approve: 'Permitir',
      decline: 'Rechazar',
      declined: 'Rechazado',
      end: 'Terminar',
      ended: 'Terminado',
      endFor: (name) => `Terminar la transferencia a ${name}`,
      stalled: 'Esperando al dispositivo del destinatario',
      verified: 'Verificado, idéntico a su copia',
      intact: 'Completo, con la misma suma de verificación',
      unverified:
        'Enviado. El dispositivo del destinatario no demostró que tiene el archivo completo',
      viewReceipt: 'Ver comprobante',
      unproven: (name) => `${name} no puede demostrar que tiene su enlace. ¿Enviar de todos modos?`,
      unverifiedName: 'El nombre no está verificado: cualquiera puede haberlo escrito.',
      since: (time) => `Se unió a las ${time}.`,
      refuse: 'No enviar',
      allow: 'Enviar de todos modos',
      sent: (done, total) => `${done} de ${total}`,
      stored: (bytes) => `${bytes} en el dispositivo del destinatario`,
      eta: (time) => `quedan ${time}`,
      routes: {
        direct: 'Conexión directa',
        stun: 'Directa, por internet',
        turn: 'A través de un retransmisor cifrado',
        unknown: '',
      },
      states: {
        connecting: 'Conectando',
        waiting: 'Iniciando',
        sending: 'Enviando',
        paused: 'En pausa',
        completed: 'Recibido',
        retrying: 'Reconectando',
        error: 'Error',
      },
    },
  },
  stopQuestion: {
    title: '¿Dejar de enviar?',
    one: (name, filename, percent) =>
      `${name || 'Un destinatario'} recibió ${percent} de “${filename}”. Si deja de enviar, la transferencia se interrumpirá.`,
    several: (n) =>
      count(n, {
        one: 'Si deja de enviar, se interrumpirá # transferencia.',
        many: 'Si deja de enviar, se interrumpirán # de transferencias.',
        other: 'Si deja de enviar, se interrumpirán # transferencias.',
      }),
    elsewhere:
      'Otra pestaña de este navegador está enviando. Si deja de enviar, se interrumpirán sus transferencias.',
    stop: 'Dejar de enviar',
    keep: 'Seguir enviando',
  },
  logoutQuestion: {
    title: '¿Cerrar sesión y dejar de enviar?',
    one: (name, filename, percent) =>
      `${name || 'Un destinatario'} recibió ${percent} de “${filename}”. Si cierra la sesión, la transferencia se interrumpirá.`,
    several: (n) =>
      count(n, {
        one: 'Si cierra la sesión, se interrumpirá # transferencia.',
        many: 'Si cierra la sesión, se interrumpirán # de transferencias.',
        other: 'Si cierra la sesión, se interrumpirán # transferencias.',
      }),
    elsewhere:
      'Otra pestaña de este navegador está enviando. Si cierra la sesión, se interrumpirán sus transferencias.',
    stop: 'Cerrar sesión y dejar de enviar',
    keep: 'Seguir enviando',
  },
  interrupted: {
    title: '¿Reanudar la transferencia?',
    lead: 'Esta página se volvió a cargar y ya no envía estos archivos. Los destinatarios que ya habían empezado continúan donde se quedaron. Si otro dispositivo está enviando alguno, dejará de hacerlo.',
    resume: 'Reanudar la transferencia',
    choose: 'Elegir de nuevo el mismo archivo',
    chooseFolder: 'Elegir de nuevo la misma carpeta',
    drop: 'Soltar de nuevo los mismos archivos en la página del envío',
    dismiss: 'Descartar',
  },
  takeOver: {
    title: '¿Enviar desde este navegador?',
    text: 'Si otro dispositivo está enviando este archivo, dejará de hacerlo.',
    send: 'Enviar desde aquí',
    cancel: 'Cancelar',
  },
  recent: {
    title: 'Envíos recientes',
    loading: 'Cargando los envíos…',
    empty: 'Aún no hay envíos. ¡Elija su primer archivo para empezar!',
    failed: 'No se pudieron cargar sus envíos.',
    status: { active: 'Activo', stopped: 'Detenido', expired: 'Caducado' },
    daysLeft: (n) =>
      count(n, { one: 'queda # día', many: 'quedan # de días', other: 'quedan # días' }),
    elsewhere: 'En curso en otra pestaña',
    notSent: 'No se envía desde este navegador',
    chooseFile: 'Elegir archivo',
    chooseFolder: 'Elegir carpeta',
    drop: 'Soltar archivos',
    resumeSending: 'Reanudar la transferencia',
    downloads,
    downloadsOf: (n, limit) => `${n} de ${downloads(limit)}`,
    created: (day) => `creado el ${day}`,
    limit: {
      reached: 'Detenido: límite de descargas alcanzado',
      raised: 'Detenido: reactívelo para permitir más descargas',
    },
    copyLink: (name) => `Copiar el enlace de ${name}`,
    stop: (name) => `Detener ${name}`,
    restart: (name) => `Reactivar ${name}`,
    remove: (name) => `Eliminar ${name}`,
    options: (name) => `Detalles de ${name}`,
    send: (name) => `Elegir el archivo para enviar ${name}`,
    sendFolder: (name) => `Elegir la carpeta para enviar ${name}`,
    sendDropped: (name) => `Soltar archivos en la página del envío para enviar ${name}`,
    resume: (name) => `Reanudar la transferencia de ${name}`,
    cannotResume: {
      title: 'Elija de nuevo el archivo',
      changed: (name) =>
        `“${name}” cambió desde que lo compartió. Cree un envío nuevo para enviar la versión actual.`,
      unreadable: (name) =>
        `El navegador ya no puede leer “${name}”: el archivo se movió o eliminó, o se denegó el acceso.`,
    },
    live: 'En curso',
    more: (n) => `Mostrar ${n} más`,
    search: 'Buscar envíos',
    searchPlaceholder: 'Nombre del archivo',
    filter: 'Mostrar',
    allStatuses: 'Todos los envíos',
    sortBy: 'Ordenar por',
    select: 'Seleccionar',
    selectShare: (name) => `Seleccionar ${name}`,
    sortings: {
      created: 'Más recientes primero',
      name: 'Nombre',
      expires: 'Caducan primero',
    },
    count: (n, shown) => (n === 1 ? '1 envío' : `${shown} envíos`),
    noMatch: 'Ningún envío coincide.',
    pages: 'Páginas de envíos',
    shown: (from, to, total) => `${from}–${to} de ${total} envíos`,
    guessed: (networks = []) =>
      networks.length === 0
        ? 'Detenido tras varias contraseñas incorrectas'
        : `Detenido tras varias contraseñas incorrectas desde ${networks.join(', ')}`,
    otherFile: {
      title: 'No es el mismo archivo',
      description: (chosen, shared) =>
        `Eligió “${chosen}”, pero este envío se creó para “${shared}”.`,
    },
    linkCopied: { title: 'Enlace copiado', description: 'El enlace está en el portapapeles.' },
  },
  bulk: {
    title: 'Envíos seleccionados',
    selected: (n) =>
      count(n, { one: '# seleccionado', many: '# seleccionados', other: '# seleccionados' }),
    all: 'Seleccionar todos',
    stop: (n) => (n === 0 ? 'Detener' : `Detener ${n}`),
    remove: (n) => (n === 0 ? 'Eliminar' : `Eliminar ${n}`),
    copy: 'Copiar enlaces como CSV',
    done: 'Listo',
    columns: ['Nombre', 'Archivo', 'Enlace', 'Caduca'],
    copied: (n) => ({
      title: 'Copiado',
      description: `${links(n)} como CSV, sin contraseñas.`,
    }),
    copyFailed: 'No se pudieron copiar los enlaces.',
    stopped: (n) => ({ title: 'Envíos detenidos', description: `${stopped(n)}.` }),
    deleted: (n) => ({ title: 'Envíos eliminados', description: `${deleted(n)}.` }),
    failed: (failed, n, reason) => ({
      title: 'Error',
      description: `Error en ${failed} de ${shares(n)}: ${reason}`,
    }),
    fallback: 'Inténtelo de nuevo.',
    question: {
      stop: (n) => `¿Detener ${shares(n)}?`,
      stopText: 'Las descargas en curso de estos envíos terminarán.',
      remove: (n) => `¿Eliminar ${shares(n)}?`,
      removeText: 'Esta acción no se puede deshacer.',
      keep: 'Cancelar',
    },
  },
  edit: {
    open: 'Modificar este envío',
    title: 'Modificar este envío',
    label: 'Nombre (solo lo ve usted)',
    note: 'Mensaje para el destinatario',
    password: 'Nueva contraseña',
    passwordHint:
      'Déjela en blanco para conservar la contraseña actual. Una contraseña nueva interrumpe las descargas en curso; los destinatarios la introducen para continuar.',
    expiry: 'Caduca en',
    days: dayUnit,
    save: 'Guardar cambios',
    cancel: 'Dejar como está',
    discardQuestion: {
      title: '¿Descartar los cambios?',
      discard: 'Descartar',
      keep: 'Seguir editando',
    },
    saved: {
      title: 'Guardado',
      description: 'El envío se modificó.',
      stopped: 'El envío se modificó. Sigue detenido: reactívelo para permitir descargas.',
    },
    failed: { title: 'Error', fallback: 'No se pudo modificar el envío.' },
  },
  modal: {
    title: (name) => `Compartir archivo: ${name}`,
    link: 'Enlace para compartir',
    password: 'Contraseña',
    protectedLink:
      'Enlace protegido: contiene una clave que nuestros servidores nunca reciben. Los destinatarios deben demostrar que la tienen.',
    plainLink:
      'Este dispositivo no puede generar el enlace protegido de este envío. Con el enlace simple, nada demuestra quién recibe el archivo. Use el dispositivo y el navegador con los que creó el envío, o cree uno nuevo aquí.',
    copyLink: 'Copiar enlace',
    copyPassword: 'Copiar contraseña',
    expires: (n) => `Caduca en ${days(n)}`,
    expired: (date) => `Caducó el ${date}`,
    cancel: 'Cancelar',
    copyAndClose: 'Copiar y cerrar',
    hint: 'Si el archivo es confidencial, envíe la contraseña por separado, por ejemplo, por teléfono.',
    details: ({ filename, link, password, expires }) =>
      [
        `Archivo: ${filename}`,
        `Enlace: ${link}`,
        `Contraseña: ${password}`,
        `Caduca: ${expires}`,
      ].join('\n'),
    copied: { title: 'Copiado', description: 'Los datos del envío están en el portapapeles.' },
    passwordCopied: {
      title: 'Contraseña copiada',
      description: 'La contraseña está en el portapapeles.',
    },
    copyFailed: {
      title: 'No se pudo copiar',
      link: 'No se pudo copiar el enlace. Selecciónelo y cópielo manualmente.',
      password: 'No se pudo copiar la contraseña. Selecciónela y cópiela manualmente.',
      details: 'No se pudieron copiar los datos. Selecciónelos y cópielos manualmente.',
    },
  },
  ways: {
    showCode: 'Mostrar código QR',
    hideCode: 'Ocultar código QR',
    codeLabel: 'Código QR del enlace',
    codeHint: 'Escanéelo para abrir el enlace. No contiene la contraseña.',
    sendLink: 'Enviar enlace…',
    failed: {
      title: 'Error',
      description: 'No se pudo compartir el enlace. Cópielo.',
    },
  },
  actions: {
    stopped: { title: 'Envío detenido', description: 'El enlace ya no funciona.' },
    restarted: {
      title: 'Envío reactivado',
      description: 'El enlace funciona de nuevo. Elija el archivo para empezar a enviar.',
    },
    restartedSending: 'El enlace funciona de nuevo y esta pestaña está enviando el archivo.',
    deleted: { title: 'Envío eliminado', description: 'El envío se eliminó de la lista.' },
    stopFailed: 'No se pudo detener el envío',
    restartFailed: 'No se pudo reactivar el envío',
    deleteFailed: 'No se pudo eliminar el envío',
    fallback: 'Se produjo un error',
    signInToStop: 'Inicie sesión para detener un envío',
    signInToRestart: 'Inicie sesión para reactivar un envío',
    authentication: 'Error de autenticación. Inicie sesión de nuevo.',
  },
  created: (n) =>
    n === 1
      ? {
          title: 'Envío creado',
          description: 'Su enlace está listo. Lo encontrará en “Envíos recientes”.',
        }
      : {
          title: 'Envíos creados',
          description: `${n} enlaces están listos. Los encontrará en “Envíos recientes”.`,
        },
  createdShares: {
    title: created,
    shortfall: (n, total, reason) =>
      `Envíos creados: ${n} de ${total}. No se pudo crear el resto: ${reason}`,
    link: (name) => `Enlace de ${name}`,
    copyPassword: (name) => `Copiar la contraseña de ${name}`,
    close: 'Cerrar',
    copyLinks: 'Copiar enlaces como CSV',
    copyAll: 'Copiar todo y cerrar',
  },
  createFailed: {
    title: 'Error',
    fallback: 'No se pudo crear el envío',
    known: 'El servidor devolvió un envío que ya existía. Inténtelo de nuevo.',
  },
  limit: { title: 'Límite de envíos alcanzado' },
  notices: {
    connectionError: (name) => `${name} – error de conexión`,
    transferFailed: (name) => `${name} – error en la transferencia`,
    reconnecting: (name) => `${name} – reconectando`,
    reconnectingAttempt: (n, max) => `Intentando reconectar… (${n}/${max})`,
    peerConnected: {
      title: 'Destinatario conectado',
      description: 'Un destinatario abrió su enlace.',
    },
    question: {
      wants: (name, filename) => `${name} quiere descargar ${filename}`,
      unproven: (name, filename) => `${name} no puede demostrar que tiene su enlace a ${filename}`,
      description: 'No se envía nada hasta que usted decida.',
      decide: 'Decidir',
    },
    channelReady: { title: 'Canal listo', description: 'El archivo va en camino.' },
    complete: {
      title: 'Transferencia completada',
      description: '¡El archivo se transfirió correctamente!',
    },
  },
  deliveryNotices: {
    label: 'Avisarme cuando se confirme una entrega',
    title: 'Entrega confirmada',
    body: (name) => `${name} se recibió por completo.`,
    refused: {
      title: 'Las notificaciones están bloqueadas',
      description:
        'Permita las notificaciones de este sitio en su navegador y vuelva a intentarlo.',
    },
  },
  wakeLock: {
    label: 'Mantener pantalla encendida',
    text: 'Mantiene la pantalla encendida mientras esta página esté abierta.',
    unavailable: {
      title: 'La pantalla puede apagarse',
      description: 'No se pudo mantener la pantalla encendida. Compruebe el ahorro de batería.',
    },
    lost: {
      title: 'La pantalla puede volver a apagarse',
      description:
        'La pantalla ya no se mantiene encendida. Active de nuevo “Mantener pantalla encendida” si lo necesita.',
    },
  },
  extension: {
    title: 'Extensión del navegador detectada',
    text: 'Una extensión modifica esta aplicación y puede interrumpir las transferencias. Desactívela para este sitio o use la aplicación en una ventana sin extensiones.',
    dismiss: 'Descartar',
  },
  install: {
    title: 'Mantenga activa esta pestaña',
    text: 'Los archivos solo se transfieren mientras esta pestaña está abierta. Los navegadores ralentizan las pestañas en segundo plano; la aplicación instalada se interrumpe menos.',
    install: 'Instalar aplicación',
    how: 'Cómo instalarla',
    close: 'Cerrar',
    failed: {
      title: 'Error de instalación',
      fallback: 'No se pudo instalar la aplicación.',
    },
    steps: {
      iosSafari: [
        'Toque “Compartir” en la barra de herramientas.',
        'Desplácese hacia abajo y toque “Agregar a inicio”.',
        'Toque “Agregar”.',
      ],
      iosOther: [
        'Toque “Compartir” junto a la dirección.',
        'Elija “Agregar a inicio”. Si no aparece, abra esta página en Safari.',
        'Toque “Agregar”.',
      ],
      androidChrome: [
        'Toque el menú de tres puntos.',
        'Toque “Instalar aplicación” o “Agregar a la pantalla de inicio”.',
        'Confirme con “Instalar”.',
      ],
      androidFirefox: [
        'Toque el menú de tres puntos.',
        'Toque “Instalar” o “Agregar a la pantalla de inicio”.',
        'Confirme con “Agregar”.',
      ],
      samsung: [
        'Toque el menú de tres líneas.',
        'Toque “Agregar página a” y luego “Pantalla de inicio”.',
        'Confirme con “Agregar”.',
      ],
      edge: [
        'Abra el menú de tres puntos.',
        'Elija “Aplicaciones” y luego “Instalar este sitio como una aplicación”.',
        'Confirme con “Instalar”.',
      ],
      chrome: [
        'Haga clic en el icono de instalación, a la derecha de la barra de direcciones.',
        'Si no hay icono, abra el menú de tres puntos y elija “Enviar, guardar y compartir” e “Instalar página como aplicación”.',
        'Confirme con “Instalar”.',
      ],
      macSafari: [
        'Abra el menú “Archivo”.',
        'Elija “Agregar al Dock”. Se necesita macOS Sonoma o posterior.',
        'Confirme con “Agregar”.',
      ],
      firefox: [
        'Firefox para escritorio no instala todas las aplicaciones web.',
        'En su lugar, mantenga esta pestaña en una ventana aparte o abra la página en Chrome, Edge o Safari.',
      ],
      other: [
        'Busque “Instalar” o “Agregar a la pantalla de inicio” en el menú del navegador.',
        'Si no existe esa opción, mantenga esta pestaña en una ventana aparte.',
      ],
    },
  },
  banner: { text: 'Pase a Pro para tener envíos ilimitados', action: 'Mejorar ahora' },
};

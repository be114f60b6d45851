import type { AppCatalogues } from '../catalogues.js';
import { count, days } from './intl.js';

export const audit: AppCatalogues['audit'] = {
  title: 'Registro de auditoría',
  lead: 'Quién creó, abrió y descargó sus envíos, y a quién se le denegó el acceso.',
  back: 'Volver al panel',
  search: 'Buscar',
  searchPlaceholder: 'Nombre de archivo, correo electrónico o dirección IP',
  eventFilter: 'Tipo de evento',
  statusFilter: 'Estado',
  events: {
    all: 'Todos los eventos',
    share_created: 'Envío creado',
    access_attempt: 'Intento de acceso',
    download_completed: 'Descarga completada',
    access_denied: 'Acceso denegado',
  },
  downloadFailed: 'Descarga fallida',
  statuses: {
    all: 'Todos los estados',
    success: 'Correcto',
    failure: 'Error',
    denied: 'Denegado',
  },
  standings: {
    confirmed: 'Confirmado por ambas partes',
    claimed: {
      recipient: 'Comunicado solo por el destinatario',
      sender: 'Comunicado solo por su navegador',
    },
    partial: (size) => `Interrumpido tras ${size}`,
    refused: {
      recipient: 'Detenido por el navegador del destinatario',
      sender: 'Detenido por su navegador',
    },
    failed: 'No entregado',
  },
  export: 'Exportar CSV',
  exporting: 'Exportando…',
  exported: {
    title: 'Exportación completada',
    description: 'El registro de auditoría se guardó.',
  },
  exportFault: {
    title: 'Registro de auditoría dañado',
    description:
      'El registro exportado no da continuidad al que recuerda este navegador. Conserve el archivo como prueba.',
  },
  exportFailed: {
    title: 'Error de exportación',
    description: 'No se pudo exportar el registro de auditoría. Inténtelo de nuevo.',
  },
  verify: 'Verificar integridad',
  verifying: 'Verificando…',
  intact: {
    title: 'Registro íntegro',
    description: (n) =>
      count(n, {
        one: '# entrada verificada: ningún hueco, ningún cambio sin documentar.',
        many: '# de entradas verificadas: ningún hueco, ningún cambio sin documentar.',
        other: '# entradas verificadas: ningún hueco, ningún cambio sin documentar.',
      }),
    joined: 'La lista muestra en una sola fila todas las entradas de una descarga.',
  },
  broken: {
    title: 'Registro alterado',
    description: (position) => `La entrada ${position} se modificó o eliminó.`,
  },
  dismiss: 'Descartar',
  verifyFailed: { title: 'Error', fallback: 'No se pudo verificar el registro.' },
  head: {
    first: (at) =>
      `Este navegador ha guardado el estado firmado del registro a fecha de ${at}. En las próximas visitas le avisará si el registro no da continuidad a ese estado.`,
    consistent: (since) =>
      `El registro da continuidad al estado firmado que este navegador recordó el ${since}.`,
    signed: 'Estado firmado del registro',
    purpose:
      'Una huella digital de todo el registro, firmada por el servidor. Guárdela para demostrar más adelante que el registro no se ha alterado.',
    head: (size) => `Estado firmado de ${size} entradas de todas las cuentas:`,
    save: 'Guardar estado firmado',
    headFile: 'registro-de-auditoria-estado.json',
    unknown: 'La firma del registro no está disponible en este momento.',
    alarm: 'Este registro fue alterado',
    faults: {
      'rolled-back': (since) =>
        `El registro es más corto que el ${since}, cuando este navegador lo verificó por última vez. Se eliminaron entradas.`,
      rewritten: (since) =>
        `El registro ya no contiene lo que contenía el ${since}, cuando este navegador lo verificó por última vez.`,
      'entry-removed': (since, position) =>
        `Falta la entrada ${position} de su registro. Existía el ${since}, y su plazo de conservación no ha terminado.`,
      'entry-changed': (since, position) =>
        `La entrada ${position} de su registro no es la que existía el ${since}.`,
      invalid: () => 'La firma del servidor o la prueba del registro no es válida.',
      refused: () =>
        'El servidor no firma el registro porque no concuerda con lo que se firmó antes.',
    },
    advice:
      'Guarde las pruebas y envíelas al operador. Contienen el estado firmado que recordaba este navegador y el actual.',
    saveEvidence: 'Guardar pruebas',
    evidenceFile: 'registro-de-auditoria-pruebas.json',
    accept: 'Confiar en este registro',
  },
  entries: {
    checking: 'El servidor está verificando sus entradas…',
    checked: (at) => `El servidor verificó su registro el ${at}.`,
    failed: 'Sus entradas no se pueden verificar en este momento.',
  },
  heading: (n) => `Entradas (${n})`,
  unverified:
    'Los nombres y correos de los destinatarios son los que ellos indicaron; no están verificados.',
  times: (zone) => `Las horas se muestran en la zona horaria ${zone}. El archivo CSV usa UTC.`,
  earlier: {
    loaded: (n, since) =>
      `Están cargadas las ${n} entradas más recientes, desde el ${since}. La búsqueda y los filtros abarcan todo el registro.`,
    load: 'Cargar entradas anteriores',
    whole: 'Está cargado todo el registro.',
    searching: 'Buscando en todo el registro…',
    searched: 'Se buscó en todo el registro.',
    searchFailed:
      'No se pudo buscar en las entradas anteriores. Solo se muestran las coincidencias entre las cargadas.',
    cut: (n) =>
      `Hay más coincidencias de las que se pueden mostrar: estas son las ${n} más recientes.`,
    failedToast: {
      title: 'Error',
      fallback: 'No se pudieron cargar las entradas anteriores.',
    },
  },
  printed: (shown, all) =>
    `Solo se imprimen las ${shown} entradas más recientes de estas ${all}. La exportación CSV las contiene todas.`,
  empty: 'Ninguna entrada coincide con su selección.',
  loading: 'Cargando el registro de auditoría…',
  failed: 'No se pudo cargar el registro de auditoría.',
  activity: {
    title: 'Análisis',
    lead: (n) => `Actividad de sus envíos en los últimos ${days(n)}.`,
    part: (n, since) => `Solo se cuentan las ${n} entradas más recientes, desde el ${since}.`,
    downloads: 'Descargas completadas',
    recipients: 'Destinatarios únicos',
    attempts: 'Intentos de acceso',
    denied: 'Denegados',
    chart: (n) => `Descargas por día, últimos ${days(n)}`,
    day: (day, n) => `${day}: ${n} ${n === '1' ? 'descarga' : 'descargas'}`,
  },
  columns: {
    date: 'Fecha y hora',
    event: 'Evento',
    status: 'Estado',
    file: 'Archivo',
    accessor: 'Persona',
    location: 'Lugar',
    ip: 'Dirección IP',
  },
  anonymous: 'Destinatario anónimo',
  browsers: {
    mobile: 'Dispositivo móvil',
    chrome: 'Chrome',
    firefox: 'Firefox',
    safari: 'Safari',
    unknown: 'Navegador desconocido',
    device: 'Dispositivo desconocido',
  },
};

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
  skip: 'Ir al contenido',
  nav: {
    label: 'Navegación principal',
    dashboard: 'Panel',
    upgrade: 'Mejorar el plan',
    audit: 'Registro de auditoría',
    settings: 'Configuración',
    help: 'Ayuda',
    admin: 'Administración',
    running: (count) => `${transfers(count)} en curso`,
  },
  plan: { pro: 'Pro', free: 'Gratis' },
  logout: 'Cerrar sesión',
  sessionEnded: {
    title: 'Sesión finalizada',
    description: 'Se cerró su sesión. Inicie sesión de nuevo.',
  },
  installed: {
    title: 'Aplicación instalada',
    description: 'Ahora puede abrirla como cualquier otra aplicación.',
  },
  theme: {
    label: 'Apariencia',
    light: 'Cambiar al tema claro',
    dark: 'Cambiar al tema oscuro',
  },
  notFound: {
    title: 'Página no encontrada',
    text: 'Esta página no existe o cambió de dirección.',
    home: 'Ir a la página de inicio',
  },
  unreachable: {
    title: 'No se puede contactar con el servidor',
    signedIn: 'Su sesión sigue abierta.',
    text: 'Esta página se cargará automáticamente cuando el servidor vuelva a estar disponible.',
    retry: 'Intentar de nuevo',
  },
  newTab: {
    title: 'Abra esta página en una pestaña nueva',
    text: 'Sustituiría a la página actual e interrumpiría la transferencia de los archivos que está enviando.',
    chosen: 'Sustituiría a la página actual y tendría que volver a elegir sus archivos.',
    open: 'Abrir en una pestaña nueva',
    back: 'Volver',
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
    loading: 'Cargando…',
    toasts: { area: 'Notificaciones (F8)', close: 'Cerrar notificación' },
    crash: {
      title: 'Algo salió mal',
      text: 'Esta página dejó de funcionar. Sus envíos están a salvo. Vuelva a cargarla para continuar.',
      reload: 'Volver a cargar',
    },
    partNotLoaded: {
      title: 'No se pudo cargar esta página',
      partTitle: 'No se pudo cargar esta parte de la página',
      text: 'Compruebe su conexión a internet e inténtelo de nuevo.',
      retry: 'Intentar de nuevo',
      toast: {
        title: 'No se pudo abrir',
        description: 'Compruebe su conexión a internet e inténtelo de nuevo.',
      },
    },
    runningTransfer:
      'La transferencia de esta pestaña sigue en curso; volver a cargar la página la interrumpiría.',
  },
  files: {
    andMore: (first, count) => `${first} y ${count} más`,
    altered: {
      title: 'No se envió nada',
      description: (shown, created) =>
        `El servidor muestra “${shown}” para este envío, pero este dispositivo lo creó para “${created}”. Cree un envío nuevo.`,
    },
    faultTitle: 'Error',
    faults: {
      empty: (name) => (name === '' ? 'Esta carpeta está vacía.' : `“${name}” no tiene contenido.`),
      'too-many': (name) =>
        `“${name}” contiene demasiados archivos. Comprima primero la carpeta en un ZIP.`,
      unreadable: (name) =>
        `No se puede leer “${name}”: se modificó, movió o eliminó, o se denegó el acceso.`,
    },
  },
  general: {
    operator: {
      imprint: 'Aviso legal',
      status: 'Estado del servicio',
      source: 'Código fuente',
      securityContact: 'Contacto de seguridad',
    },
    unnamedUser: 'Usuario',
    networkError:
      'Error de red: no se pudo conectar con el servidor. Compruebe su conexión a internet.',
    answeredByNetwork:
      'Error de red: esta red respondió en lugar del servidor. Inicie sesión en la red o use otra.',
    connectionError: {
      title: 'Error de conexión',
      description: 'No se pudo conectar con el servidor. Compruebe su conexión a internet.',
    },
  },
  language: {
    label: 'Idioma',
    later: {
      title: 'Idioma guardado',
      description: 'El idioma cambiará la próxima vez que abra esta página.',
    },
  },
  notices: {
    'sender-back': {
      title: 'El remitente está en línea',
      body: 'Abra la página para descargar el archivo.',
    },
    delivered: {
      title: 'Entrega confirmada',
      body: 'Un destinatario ha recibido el archivo completo.',
    },
  },
  'share-page': sharePage,
  'share-page-away': sharePageAway,
  'share-page-receiver': sharePageReceiver,
  'share-page-recipient': sharePageRecipient,
  'share-page-saving': sharePageSaving,
  'share-page-sender': sharePageSender,
};

export default catalogues;

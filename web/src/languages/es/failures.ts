import type { RecipientCatalogues } from '../catalogues.js';
import { formats } from './intl.js';

const { formatBytes } = formats;

export const failures: RecipientCatalogues['failures'] = {
  'max-retries': [
    'La conexión falló tras varios intentos. Pruebe lo siguiente:',
    '• Vuelva a cargar esta página y abra de nuevo el enlace.',
    '• Compruebe su conexión a internet.',
    '• Desactive un momento la VPN o el firewall; pueden bloquear las conexiones directas.',
    '• Pruebe otro navegador, como una versión actual de Chrome, Edge, Firefox o Safari.',
    '• Inténtelo de nuevo más tarde.',
    'En un dispositivo móvil: mantenga esta pestaña en primer plano y la pantalla encendida, cambie entre Wi-Fi y datos móviles y desactive el modo de ahorro de energía.',
  ].join('\n'),
  'invalid-server-message': 'El servidor envió un mensaje no válido',
  'invalid-offer': 'El remitente envió una oferta de conexión no válida',
  'webrtc-unavailable':
    'Este navegador bloquea WebRTC, que transporta el archivo. Permítalo en la configuración o en las extensiones, o use otro navegador.',
  'offer-failed': 'No se pudo crear la oferta de conexión',
  'offer-processing-failed': 'No se pudo procesar la oferta de conexión',
  'answer-processing-failed': 'No se pudo procesar la respuesta a la oferta de conexión',
  'channel-error': 'Error en el canal de datos',
  'peer-unreachable': 'Error de conexión: no se pudo llegar a la otra parte',
  'channel-not-ready': ({ channelState = '' }) =>
    `El canal de datos no está listo. Estado actual: ${channelState}`,
  'signalling-unavailable':
    'Error de red: no se pudo conectar con el servidor. Compruebe su conexión a internet.',
  'code-not-loaded':
    'No se pudo cargar una parte de la aplicación. Compruebe su conexión a internet y vuelva a cargar la página. Es posible que haya una versión nueva.',
  'link-not-read':
    'No se pudo leer el almacenamiento de este navegador, por lo que no se ha enviado nada. Inténtelo de nuevo o reinicie el navegador.',
  'share-of-another-account':
    'La cuenta con la que se creó este envío en este navegador no tiene la sesión iniciada, por lo que no se ha enviado nada. Inicie sesión con esa cuenta o cree un envío nuevo.',
  'access-denied': 'Contraseña incorrecta o enlace caducado.',
  'share-closed': 'Este envío se detuvo o caducó.',
  'password-changed':
    'La contraseña de este envío ha cambiado. Los destinatarios necesitan la nueva contraseña para continuar.',
  replaced: 'Este envío se está transmitiendo desde otra pestaña o dispositivo.',
  'file-unreadable':
    'Ya no se puede leer el archivo. Se modificó, movió o eliminó después de elegirlo. Elíjalo otra vez e inténtelo de nuevo.',
  'protocol-violation': 'Llegaron datos inesperados. Inténtelo de nuevo.',
  'digest-mismatch': 'Los datos recibidos no coinciden con el original. Inténtelo de nuevo.',
  'claim-refuted':
    'El dispositivo del destinatario comunicó partes del archivo que no tiene, por lo que nada cuenta como entregado. El destinatario puede intentarlo de nuevo.',
  'stored-part-invalid':
    'La parte del archivo que este dispositivo había guardado estaba dañada y se eliminó. Inténtelo de nuevo para recibir el archivo completo.',
  'size-mismatch': 'El archivo guardado no tiene el tamaño esperado. Inténtelo de nuevo.',
  'file-changed':
    'El archivo ahora es más grande de lo que anunció el remitente. Vuelva a cargar esta página o pida un enlace nuevo al remitente.',
  'storage-full': ({ neededBytes, freeBytes }) =>
    'No hay suficiente espacio libre para el archivo en este dispositivo.' +
    (neededBytes === undefined || freeBytes === undefined
      ? ''
      : ` Se necesitan ${formatBytes(neededBytes)}; hay ${formatBytes(freeBytes)} disponibles.`) +
    ' Libere espacio e inténtelo de nuevo.',
  'no-room-to-save':
    'El archivo llegó completo, pero no hay suficiente espacio libre en la carpeta que eligió. Libere espacio e inténtelo de nuevo, o elija otro lugar; nada se envía dos veces.',
  'not-saved-there':
    'El archivo llegó completo, pero no se pudo guardar en el lugar que eligió. Inténtelo de nuevo cuando esté disponible, o elija otro; nada se envía dos veces.',
  'permission-lost':
    'El navegador ya no permite que esta página escriba en el archivo que eligió. Inténtelo de nuevo y autorícelo cuando el navegador lo pregunte.',
  'blocked-here':
    'El control de seguridad de este navegador o de su organización no permitió este archivo. Intentarlo de nuevo no servirá; consulte al remitente o a su administrador.',
  'sink-failed':
    'No se pudo guardar el archivo. Compruebe el espacio libre y los permisos e inténtelo de nuevo.',
  'sink-stalled':
    'El navegador dejó de guardar el archivo. Mantenga abierta esta pestaña e inténtelo de nuevo.',
  'sink-cancelled': 'La descarga se canceló en el navegador.',
  'not-restartable':
    'La descarga no puede continuar donde se detuvo y debe empezar de nuevo. Inténtelo otra vez.',
  'too-large-for-memory':
    'Este navegador no puede guardar un archivo de este tamaño. Use una versión actual de Chrome, Edge o Firefox, o salga de la navegación privada.',
  'too-slow':
    'Los datos llegan más rápido de lo que este dispositivo puede guardarlos. Libere espacio o use otro navegador.',
  'sender-unproven':
    'El remitente no pudo demostrar que este enlace es suyo, por lo que no se recibió nada. Es posible que alguien esté interceptando la conexión o que el remitente use otro dispositivo. Pida al remitente, por ejemplo, por teléfono, que envíe desde el dispositivo en el que creó el enlace.',
  'receiver-unproven':
    'Este destinatario no pudo demostrar que tiene su enlace, por lo que no se envió nada. Es posible que alguien esté interceptando la conexión. Envíe de nuevo el enlace completo al destinatario, por otro medio.',
  'refused-by-recipient':
    'El navegador del destinatario detuvo la transferencia: este dispositivo no pudo demostrar que creó el enlace. Envíe el archivo desde el dispositivo y el navegador con los que creó el envío, o cree uno nuevo aquí.',
  'refused-by-sender':
    'El remitente no envió nada a este dispositivo porque no pudo demostrar que tiene el enlace. Pida de nuevo el enlace y ábralo completo.',
  'file-differs': ({ offeredName = '', offeredBytes }) =>
    `El remitente ofrece un archivo distinto del que muestra esta página: “${offeredName}”` +
    (offeredBytes === undefined ? '' : `, ${formatBytes(offeredBytes)}`) +
    '. No se recibió nada. Pregunte al remitente cuál es el archivo correcto.',
  'file-refused':
    'Este no es el archivo que muestra la página del destinatario, por lo que su navegador detuvo la transferencia. Cree un envío nuevo para este archivo.',
  'cancelled-by-peer': 'La otra parte canceló la transferencia.',
  'declined-by-sender': 'El remitente rechazó esta descarga.',
  'ended-here': 'Usted terminó esta transferencia.',
  'declined-here': 'Usted rechazó esta descarga.',
  'unreadable-at-sender':
    'El archivo del remitente se modificó, movió o eliminó y ya no se puede leer. Pida al remitente que lo elija otra vez.',
  'full-at-recipient':
    'El dispositivo del destinatario no tiene espacio suficiente para el archivo. El destinatario puede liberar espacio e intentarlo de nuevo.',
  'not-saved-at-recipient':
    'El navegador del destinatario no guardó el archivo. El destinatario puede intentarlo de nuevo.',
  'blocked-at-recipient':
    'El control de seguridad del navegador o de la organización del destinatario no permitió el archivo. Intentarlo de nuevo no servirá; acuerde otra vía con el destinatario.',
  'failed-at-peer': 'La otra parte no pudo continuar la transferencia.',
  unexpected: 'Algo salió mal en esta transferencia. Inténtelo de nuevo.',
};

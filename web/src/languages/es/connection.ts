import type { RecipientCatalogues } from '../catalogues.js';
import { formats } from './intl.js';

const common = {
  line: 'La red entre ambos',
  relay: 'El retransmisor o la red hasta él',
  devices: 'Los procesadores de ambos dispositivos; la red es más rápida',
};

export const connection: RecipientCatalogues['connection'] = {
  summary: 'Detalles de la conexión',
  summaryOf: (name) => `Detalles de la conexión de ${name}`,
  route: 'Ruta',
  routes: {
    direct: 'Directa, dentro de su red',
    stun: 'Directa, por internet',
    turn: 'A través de un retransmisor cifrado',
    unknown: 'Aún desconocida',
  },
  address: 'Dirección',
  proof: 'Protección',
  proofs: {
    none: 'Enlace simple: nada demuestra que el destinatario lo tenga',
    pending: 'El destinatario aún no ha demostrado que tiene el enlace',
    proven: 'El destinatario ha demostrado que tiene el enlace',
    waived: 'Sin demostrar; usted lo permitió',
  },
  roundTrip: 'Tiempo de ida y vuelta',
  milliseconds: (ms) => (ms < 1 ? 'Menos de 1 ms' : `${Math.round(ms)} ms`),
  loss: 'Pérdida de paquetes',
  lost: (share) => formats.formatPercent(share * 100),
  notMeasured: 'Aún sin medir',
  noLoss: 'No disponible. Los navegadores no la indican para esta conexión.',
  lanes: 'Conexiones en uso',
  limitedBy: 'Limitada por',
  notKnown: 'Aún desconocido',
  factors: {
    sender: {
      ...common,
      'sender-limit': 'Su límite de velocidad',
      'recipient-limit': 'El límite de velocidad del destinatario',
      'sender-disk': 'Su disco: el archivo se lee más despacio de lo que se envía',
      'recipient-disk': 'El disco del destinatario: guarda más despacio de lo que llega el archivo',
      'sender-device': 'El procesador de este dispositivo',
    },
    recipient: {
      ...common,
      'sender-limit': 'El límite de velocidad del remitente',
      'recipient-limit': 'Su límite de velocidad',
      'sender-disk': 'El disco del remitente: el archivo se lee más despacio de lo que se envía',
      'recipient-disk': 'Su disco: guarda más despacio de lo que llega el archivo',
      'sender-device': 'El procesador del dispositivo del remitente',
    },
  },
  peerLimit: { sender: 'El límite del destinatario', recipient: 'El límite del remitente' },
  yielding: 'Deja espacio a los demás',
  speed: 'Velocidad en el último minuto',
  curve: (now, highest, lowest) => `Ahora ${now}, máxima ${highest}, mínima ${lowest}.`,
  noSpeed: '0 MB/s',
  limit: {
    summary: 'Límite de velocidad',
    send: 'Límite de velocidad al enviar',
    receive: 'Límite de velocidad al recibir',
    none: 'Sin límite',
    yielding: 'Dejar espacio a los demás',
    rate: 'Usar como máximo',
    unit: 'MB/s',
    unitLabel: 'Límite en megabytes por segundo',
    set: 'Aplicar',
    invalid: (least) => `Introduzca un número igual o mayor que ${least}.`,
    saved: {
      none: 'Sin límite.',
      yielding: 'Reduce la velocidad mientras otros programas o personas usan la red.',
      rate: (speed) => `Como máximo, ${speed}.`,
    },
    scope: {
      send: 'Se aplica a todo lo que envía esta página y se guarda en este dispositivo.',
      receive: 'Se aplica a lo que recibe esta página y se guarda en este dispositivo.',
    },
    noEffect:
      'El remitente usa un programa antiguo. Un límite de velocidad en esta página no tiene efecto.',
  },
};

export const receipt: RecipientCatalogues['receipt'] = {
  title: 'Comprobante de entrega',
  delivered: 'Entregado y verificado',
  lead: 'Ambos navegadores firmaron esta declaración después de que el navegador del destinatario calculara por sí mismo la suma de verificación del archivo completo.',
  file: 'Archivo',
  size: 'Tamaño',
  exactBytes: (bytes) => `${bytes} bytes`,
  digest: 'Suma de verificación',
  digestNote: (block) => `SHA-256 sobre el SHA-256 de cada bloque de ${block}`,
  share: 'Envío',
  started: 'Inicio',
  completed: 'Fin',
  path: 'Recorrido',
  paths: {
    direct: 'Directamente entre los dos navegadores',
    relayed: 'A través de un retransmisor, con cifrado de extremo a extremo',
    unknown: 'Desconocido',
  },
  sender: 'Remitente',
  recipient: 'Destinatario',
  bases: { 'signed-in': 'con sesión iniciada', 'self-declared': 'según indicó esta persona' },
  key: 'Clave',
  log: 'Registro de auditoría',
  logStates: {
    pending: 'Esperando la contrafirma…',
    none: 'Sin contrafirma. Las firmas de ambos navegadores son válidas sin ella.',
    signed: (position, size) =>
      `Contrafirmado: entrada ${position} de ${size} del registro firmado`,
  },
  proves: 'Qué demuestra este comprobante',
  provesItems: [
    'Dos navegadores con este enlace protegido estaban conectados sin nadie en medio, y ambos firmaron.',
    'El navegador del destinatario tenía el archivo completo con esta suma de verificación.',
  ],
  provesNot: 'Qué no demuestra',
  provesNotItems: [
    'Quiénes son las dos personas: los nombres y correos electrónicos son los que indicó cada una.',
    'Que el archivo se abrió, se leyó o se conservó.',
    'Ante un tercero, que lo declarado sea cierto: cualquiera de las partes podría haber creado ambas claves. El registro de auditoría solo contrafirma lo que se presentó tanto desde la cuenta del remitente como con el acceso de un destinatario. Por eso, el destinatario por sí solo no puede falsificar un comprobante contrafirmado; el remitente, que conoce la contraseña, sí puede.',
  ],
  verify:
    'El archivo guardado se puede verificar sin un servidor. Contiene los nombres de ambas personas: manténgalo tan confidencial como el archivo enviado.',
  save: 'Guardar como archivo',
  print: 'Imprimir',
  close: 'Cerrar',
  filename: (name) => `comprobante-${name}.json`,
};

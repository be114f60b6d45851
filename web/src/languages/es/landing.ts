import { advertisedSizes, capitalise, describeSize, weeksOfPro } from '../../lib/texts/figures.js';
import type { AppCatalogues } from '../catalogues.js';
import { counted, dollars, shares, validity } from './intl.js';

export const site: AppCatalogues['site'] = {
  skip: 'Ir al contenido',
  menu: 'Sitio',
  how: 'Cómo funciona',
  pricing: 'Precios',
  questions: 'Preguntas',
  action: 'Ir al panel',
  promise: 'Los archivos van de navegador a navegador. Nunca los almacenamos.',
  company: 'Empresa',
  terms: 'Términos del servicio',
  privacy: 'Política de privacidad',
  support: 'Soporte',
  release: (id) => `Versión ${id}`,
  signIn: 'Iniciar sesión',
  language: 'Idioma',
  englishOnly: 'Esta página solo está disponible en inglés.',
  groups: { compare: 'Comparar', send: 'Enviar', understand: 'Entender' },
  pages: {
    versus: (name) => `${name} o WeTransfer: comparación`,
    wetransferAlternative: 'Alternativa a WeTransfer',
    dropboxAlternative: 'Alternativa a Dropbox',
    gmail: 'Archivo demasiado grande para Gmail',
    large: 'Enviar archivos grandes',
    tenGigabytes: 'Enviar un archivo de 10 GB',
    video: 'Enviar videos',
    p2p: 'Transferencia de archivos P2P',
    hipaa: 'HIPAA e intercambio de archivos',
    trust: 'Qué podemos ver y qué no',
  },
};

type Landing = AppCatalogues['marketing']['landingContent'];
type Facts = Parameters<Landing>[0];

const inMonths = counted('mes', 'meses');
const months = (n: number): string => (n >= 24 && n % 12 === 0 ? `${n / 12} años` : inMonths(n));
const perMonth = (n: number | null): string => (n === null ? 'envíos ilimitados' : shares(n));

const plans = (facts: Facts): ReturnType<Landing>['plans'] => [
  {
    name: 'Gratuito',
    usd: 0,
    price: dollars(0),
    rhythm: 'sin límite de tiempo',
    points: [
      `${capitalise(perMonth(facts.freeSharesPerMonth))} al mes`,
      `Enlaces válidos ${validity(facts.expiryDays.free)}`,
      `Hasta ${advertisedSizes(facts).free} por transferencia`,
      'Contraseña y registro de auditoría en cada envío',
    ],
    action: 'Empezar gratis',
    isMarked: false,
  },
  {
    name: 'Pro',
    usd: facts.prices.proWeeklyUsd,
    price: dollars(facts.prices.proWeeklyUsd),
    rhythm: 'por semana, cancele cuando quiera',
    points: [
      'Envíos ilimitados',
      `Enlaces válidos ${validity(facts.expiryDays.active)}`,
      `Hasta ${advertisedSizes(facts).pro} por transferencia`,
      'Centro de ayuda y soporte en un plazo de 24 horas',
      'Reembolso durante 14 días en suscripciones nuevas',
    ],
    action: 'Empezar con Pro',
    isMarked: true,
  },
  {
    name: 'ProForever',
    usd: facts.prices.proForeverUsd,
    price: dollars(facts.prices.proForeverUsd),
    rhythm: `una sola vez, unas ${weeksOfPro(facts.prices)} semanas de Pro`,
    points: [
      'Todo lo que ofrece Pro',
      `Enlaces válidos ${validity(facts.expiryDays.proforever)}`,
      'Sin renovación, válido mientras exista el servicio',
    ],
    action: 'Obtener ProForever',
    isMarked: false,
  },
];

const saving =
  'Los navegadores que guardan directamente en el disco, como Chrome y Edge, admiten los archivos más grandes.';

const sizeAnswer = (facts: Facts): string => {
  const { free, active } = facts.maxFileBytes;
  if (!facts.hasPayments)
    return free === null
      ? `La transferencia no tiene un límite propio: los únicos límites son el espacio en disco y el tiempo. ${saving}`
      : `Hasta ${describeSize(free)} por archivo. ${saving}`;
  const unlimited =
    free === null && active === null
      ? ' La transferencia no tiene un límite propio: más allá de estos tamaños, los únicos límites son el espacio en disco y el tiempo.'
      : '';
  return `Cuente con ${advertisedSizes(facts).everywhere} por archivo en cualquier navegador actual. Los navegadores que guardan directamente en el disco, como Chrome y Edge, llegan a ${advertisedSizes(facts).free} en el plan gratuito y a ${advertisedSizes(facts).pro} en Pro.${unlimited}`;
};

const wrongPasswords = ({ wrongPasswordLimit }: Facts): string =>
  wrongPasswordLimit > 0
    ? `tras ${wrongPasswordLimit} contraseñas incorrectas desde varias redes en una hora, el envío se detiene automáticamente y usted puede reactivarlo con un clic`
    : 'cada contraseña incorrecta ralentiza el intento siguiente';

const landingContent: Landing = (facts) => ({
  title: `${facts.brand.name} – envíe archivos directamente de navegador a navegador`,
  description:
    'Comparta un archivo directamente de un navegador a otro. Cifrado en el camino, nunca almacenado en un servidor, con contraseña y registro de auditoría en cada envío.' +
    (facts.hasPayments ? ' Empiece gratis.' : ''),
  how: {
    kind: 'steps',
    heading: 'Cómo funciona',
    steps: [
      {
        title: 'Elija un archivo',
        text: 'Inicie sesión y seleccione un archivo. Permanece en su disco; nada se sube a un servidor.',
      },
      {
        title: 'Comparta el enlace y la contraseña',
        text: 'Recibe ambos en un segundo. Envíelos al destinatario, de preferencia por dos medios distintos.',
      },
      {
        title: 'Conéctense',
        text: 'El destinatario abre el enlace y los dos navegadores se conectan directamente.',
      },
      {
        title: 'Verificado al llegar',
        text: 'El archivo se transmite, se guarda y se comprueba con una suma de verificación en ambos lados.',
      },
    ],
  },
  faq: [
    { question: '¿Qué tamaño puede tener un archivo?', answer: sizeAnswer(facts) },
    {
      question: '¿Qué dispositivos y navegadores funcionan?',
      answer:
        'Las versiones actuales de Chrome, Edge, Firefox y Safari en equipos de escritorio y portátiles, tabletas y teléfonos. No hay que instalar nada, pero puede instalar la página como aplicación. En un teléfono, mantenga la página abierta y visible durante la transferencia.',
    },
    {
      question: '¿Cómo se protege una transferencia?',
      answer: `La conexión entre los dos navegadores está cifrada, ya sea directa o a través de un retransmisor. Cada envío tiene una contraseña generada, y ${wrongPasswords(facts)}. El archivo nunca se almacena en un servidor, así que no hay ninguna copia que robar. Con un enlace protegido, ambos navegadores detectan también un servidor interpuesto entre ellos.`,
    },
    {
      question: '¿Las dos personas deben estar en línea?',
      answer:
        'Sí, al mismo tiempo, hasta que llegue el archivo. Ningún servidor guarda una copia para descargarla después. ¿Están en zonas horarias distintas? Acuerden una hora o usen un servicio que almacene archivos.',
    },
    {
      question: '¿Puedo ver quién descargó mi archivo?',
      answer: `Sí. Los destinatarios introducen un nombre y un correo electrónico antes de la descarga. Su registro de auditoría los guarda con la hora, la dirección IP y el resultado del acceso. Se conserva durante ${months(facts.auditRetentionMonths)} y puede exportarlo como CSV. No verificamos los nombres ni los correos electrónicos.`,
    },
    {
      question: '¿Qué pasa si se corta la conexión?',
      answer:
        'Ambos navegadores se reconectan automáticamente y la transferencia continúa después de la última parte que llegó. Si no logran reconectarse, haga clic en “Intentar de nuevo”.',
    },
  ],
  plans: facts.hasPayments ? plans(facts) : [],
  action: facts.hasPayments ? 'Empezar gratis' : 'Empezar',
});

export const marketing: AppCatalogues['marketing'] = {
  marks: { yes: 'Sí', no: 'No', partly: 'En parte' },
  units: {
    speed: (megabits) => `${megabits} Mbit/s`,
    size: (gigabytes) => `${gigabytes} GB`,
    seconds: (n) => `${n} s`,
    minutes: (n) => `${n} min`,
    hours: (n) => `${n} h`,
  },
  operatingSystems: 'Cualquiera con un navegador actual',
  drawing: {
    caption:
      'Dibujo: el archivo va en línea recta del navegador del remitente al del destinatario. Un servidor situado encima solo ayuda a que ambos se conecten.',
    you: 'Su navegador',
    them: 'El otro navegador',
    server: 'ayuda a conectar',
  },
  landing: {
    heading: ['De su pantalla a la otra.', 'Sin paradas en el camino.'],
    lead: 'Los dos están en línea. Olvide la nube y envíe directamente al otro navegador.',
    more: 'Más información',
    preview: {
      heading: 'Lo que ven ambos',
      sender: {
        caption: 'Su panel: quién descarga y cuánto hay ya en el disco de esa persona.',
        alt: 'El panel de un remitente: Grace Hopper descarga wedding-final-cut.mov por una conexión directa, con progreso, velocidad y tiempo restante.',
      },
      recipient: {
        caption: 'La página de su destinatario, en cualquier navegador actual.',
        alt: 'La página del destinatario en un teléfono: se recibe el mismo archivo de Ada Lovelace.',
      },
    },
    why: 'Por qué enviar directamente',
    time: {
      title: 'Una espera en lugar de dos',
      text: 'Con un servicio en la nube, usted espera a que termine la subida y después el destinatario espera la descarga. Aquí ambas cosas ocurren al mismo tiempo.',
      ours: 'Enviar y recibir',
      up: 'Subida',
      down: 'Descarga',
    },
    empty: {
      title: 'Nada que filtrar',
      text: 'No hay ninguna copia en nuestros servidores, ni siquiera por un minuto. Lo que no se almacena no se puede filtrar, vender ni exigir por vía judicial.',
      figure: '0',
      unit: 'bytes de su archivo en nuestros discos',
    },
    proof: {
      title: 'Usted sabe quién lo tiene',
      text: 'Su registro de auditoría muestra los accesos y las descargas: el nombre indicado, la hora, la dirección IP y el resultado. Las sumas de verificación confirman que la copia del destinatario es idéntica a la suya.',
      sender: 'la suya',
      recipient: 'la otra',
      equal: 'idénticas',
    },
    voices: 'En palabras de personas como usted',
    questions: 'Preguntas frecuentes',
    pricing: 'Precios',
    pricingIntro: 'Contamos envíos, no bytes, porque no almacenamos ninguno.',
    closing: '¿Los dos en línea? Envíelo.',
  },
  landingContent,
};

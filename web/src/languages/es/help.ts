import { capitalise, describeSize } from '../../lib/texts/figures.js';
import type { AppCatalogues } from '../catalogues.js';
import { days } from './intl.js';

type Policy = Parameters<AppCatalogues['help']['faq']>[0];

const sizes = ({ maxFileBytes: { free, active, proforever } }: Policy): string => {
  if (free === null && active === null && proforever === null)
    return 'Anunciamos archivos de hasta 5\u00a0GB y, en el plan gratuito, de hasta 2\u00a0GB. La aplicación no impone ningún límite.';
  const limit = (bytes: number | null): string =>
    bytes === null ? 'sin límite' : `hasta ${describeSize(bytes)}`;
  return `${capitalise(limit(free))} en el plan gratuito, ${limit(active)} en Pro y ${limit(proforever)} en ProForever.`;
};

const givenSizes = ({ maxFileBytes: { free } }: Policy): string =>
  free === null
    ? 'La aplicación no impone ningún límite.'
    : `Hasta ${describeSize(free)}, salvo que un administrador haya asignado otro plan a su cuenta.`;

const range = ({ min, max }: { min: number; max: number }): string =>
  min === max ? days(max) : `de ${min} a ${days(max)}`;

const soldLifetimes = ({ expiryDays: { free, active, proforever } }: Policy): string =>
  `${capitalise(range(free))} en el plan gratuito. Antes de crear el envío, usted elige ${range(active)} con Pro y ${range(proforever)} con ProForever.`;

const givenLifetimes = ({ expiryDays: { free } }: Policy): string =>
  free.min === free.max
    ? `${capitalise(days(free.max))}.`
    : `Usted elige ${range(free)} antes de crear el envío.`;

export const help: AppCatalogues['help'] = {
  title: 'Centro de ayuda',
  lead: 'Preguntas frecuentes y cómo contactarnos.',
  video: 'Ver el videotutorial',
  videoNote: 'Cómo compartir un archivo, en medio minuto.',
  stepsTitle: 'El tutorial en palabras',
  steps: [
    'Elija un archivo en el panel. Permanece en su dispositivo.',
    'Haga clic en “Create Share” (“Crear envío”) y envíe el enlace y la contraseña al destinatario.',
    'El destinatario abre el enlace e introduce la contraseña.',
    'Indica su nombre y su correo, e inicia la descarga.',
    'El archivo va directamente de su navegador al del destinatario. Usted ve quién lo recibe y cuánto falta.',
    'Al llegar, el navegador del destinatario comprueba que la copia es idéntica a la de usted.',
    'Usted también ve el resultado, y ambos pueden guardar un comprobante.',
  ],
  faqTitle: 'Preguntas frecuentes',
  contactTitle: '¿Aún necesita ayuda?',
  contactText:
    'Los planes de pago tienen soporte prioritario: respondemos en un plazo de 24 horas. Indíquenos su navegador, el tamaño aproximado del archivo y qué ocurrió. Nunca comparta con nosotros la contraseña de un envío.',
  contactTextWithoutPayments:
    'Indíquenos su navegador, el tamaño aproximado del archivo y qué ocurrió. Nunca comparta con nosotros la contraseña de un envío.',
  contactAction: (email) => `Escribir a ${email}`,
  faq: (policy, hasPayments) => [
    {
      question: '¿Cómo comparto un archivo?',
      answer:
        'Elija el archivo en el panel y haga clic en “Crear envío”. Envíe el enlace y la contraseña al destinatario, por dos medios distintos si el archivo es confidencial. Mantenga abierta su pestaña: la transferencia empieza cuando el destinatario inicia la descarga, y usted ve el progreso en tiempo real.',
    },
    {
      question: '¿Las dos personas deben estar en línea?',
      answer:
        'Sí. El archivo va directamente de su navegador al del destinatario y nunca se almacena en un servidor; por eso, ambos deben estar en línea hasta que llegue. Si se corta la conexión, la transferencia espera y continúa automáticamente donde se quedó.',
    },
    {
      question: '¿Qué tamaño puede tener un archivo?',
      answer: `${hasPayments ? sizes(policy) : givenSizes(policy)} Los archivos se transmiten de disco a disco en bloques pequeños; en la práctica, los límites son su velocidad de subida y el espacio libre en el disco del destinatario. Un gigabyte tarda unos 15 minutos a 10 Mbit/s.`,
    },
    {
      question: '¿Cuánto tiempo funciona un enlace?',
      answer: `${hasPayments ? soldLifetimes(policy) : givenLifetimes(policy)} Puede detener un enlace en cualquier momento y reactivarlo hasta que caduque.`,
    },
    {
      question: '¿Quién puede abrir mi envío?',
      answer:
        'Solo quien tiene el enlace y su contraseña. Cada envío tiene su propia contraseña, generada si usted no elige una. Las contraseñas incorrectas ralentizan los intentos siguientes; varias desde redes distintas en una hora pueden detener el enlace, y usted puede reactivarlo en “Envíos recientes”. Los destinatarios introducen un nombre y un correo electrónico, que usted encuentra en su registro de auditoría.',
    },
    {
      question: 'La transferencia no empieza. ¿Qué puedo hacer?',
      answer:
        'Compruebe que ambas pestañas estén abiertas y visibles; los teléfonos suspenden las pestañas en segundo plano. Después, vuelva a cargar la página, desactive la VPN o pruebe otra red: algunos firewalls de empresa bloquean las conexiones directas. Si hay un retransmisor disponible, reenvía los datos, que siguen cifrados de navegador a navegador.',
    },
    {
      question: '¿Cómo evito que el teléfono o el equipo portátil se suspenda?',
      answer:
        'Los teléfonos compatibles muestran en el panel la opción “Mantener pantalla encendida”. En un equipo, conecte el cargador y desactive la suspensión durante las transferencias grandes. También ayuda instalar la aplicación, porque los navegadores suspenden menos las aplicaciones instaladas.',
    },
    hasPayments
      ? {
          question: '¿Cómo cancelo mi plan?',
          answer: `En “Configuración”, con “Cancelar suscripción”. Pasa de inmediato al plan gratuito y el período actual no se reembolsa. Las suscripciones nuevas a Pro se pueden reembolsar durante 14 días. ${
            policy.canCancelProForever
              ? 'ProForever no se renueva; si lo cancela, su plan termina sin reembolso.'
              : 'ProForever se paga una sola vez y no se puede cancelar.'
          }`,
        }
      : {
          question: '¿Qué hago si mis límites son demasiado bajos?',
          answer:
            'Escriba a la dirección que aparece abajo. Un administrador puede asignar otro plan a su cuenta.',
        },
  ],
};

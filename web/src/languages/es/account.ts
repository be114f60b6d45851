import { weeksOfPro } from '../../lib/texts/figures.js';
import type { AppCatalogues } from '../catalogues.js';
import { days, dollars, shares, validity } from './intl.js';

type Policy = Parameters<AppCatalogues['settings']['planNotes']['free']>[0];

const freePlan = ({ freeSharesPerMonth, expiryDays }: Policy): string =>
  `${freeSharesPerMonth === null ? 'Envíos ilimitados' : shares(freeSharesPerMonth)} al mes, enlaces válidos ${validity(expiryDays.free)}.`;

const unlimited = (max: number): string =>
  `Envíos ilimitados, enlaces con una validez de hasta ${days(max)}`;

export const settings: AppCatalogues['settings'] = {
  title: 'Configuración',
  lead: 'Su cuenta y su plan.',
  account: 'Cuenta',
  email: 'Correo electrónico',
  displayName: 'Nombre para mostrar',
  notSet: 'Sin indicar',
  name: {
    change: 'Cambiar el nombre',
    hint: 'Lo verán los destinatarios de los envíos que cree a partir de ahora.',
    required: 'Introduzca un nombre.',
    save: 'Guardar el nombre',
    cancel: 'Mantener el nombre',
    saved: { title: 'Nombre cambiado', description: 'Los nuevos envíos muestran su nuevo nombre.' },
    failed: 'No se pudo cambiar el nombre. Inténtelo de nuevo.',
  },
  plan: 'Plan',
  plans: { free: 'Plan gratuito', active: 'Plan Pro', proforever: 'ProForever' },
  planNotes: {
    free: freePlan,
    active: ({ expiryDays }) => `${unlimited(expiryDays.active.max)}, soporte prioritario.`,
    proforever: ({ expiryDays }) =>
      `${unlimited(expiryDays.proforever.max)}, soporte prioritario. Pago único.`,
  },
  givenPlanNotes: {
    free: freePlan,
    active: ({ expiryDays }) => `${unlimited(expiryDays.active.max)}.`,
    proforever: ({ expiryDays }) => `${unlimited(expiryDays.proforever.max)}.`,
  },
  askForPlan: (email) => `¿Los límites son demasiado bajos? Escriba a ${email}.`,
  renews: (day) => `Pagado hasta el ${day}`,
  pastDue: {
    text: 'El pago de esta semana ha fallado. Volveremos a intentarlo; si sigue fallando, Pro terminará.',
    pay: 'Pagar con otra tarjeta',
  },
  shares: 'Envíos este mes',
  used: (used, limit) => `${used} / ${limit}`,
  upgrade: 'Mejorar ahora',
  upgradeToForever: 'Pasar a ProForever',
  cancel: 'Cancelar suscripción',
  cancelling: 'Cancelando…',
  dialog: {
    title: '¿Cancelar su suscripción?',
    text: (policy) =>
      `Su cuenta pasa de inmediato al plan gratuito: ${freePlan(policy)} El período actual no se reembolsa.`,
    foreverText: (policy) =>
      `Su cuenta pasa de inmediato al plan gratuito: ${freePlan(policy)} Su pago único no se reembolsa, y tendría que volver a comprar ProForever.`,
    keep: 'Mantener suscripción',
    confirm: 'Sí, cancelar suscripción',
  },
  cancelled: {
    title: 'Suscripción cancelada',
    description: 'Su suscripción se canceló. Ahora tiene el plan gratuito.',
  },
  failed: {
    title: 'Error al cancelar',
    fallback: 'No se pudo cancelar la suscripción. Inténtelo de nuevo.',
    signIn: 'Inicie sesión para cancelar la suscripción',
  },
  verification: {
    verified: 'Correo electrónico confirmado',
    unverified: 'Correo electrónico sin confirmar',
    send: 'Enviar correo de confirmación',
    sent: {
      title: 'Correo de confirmación enviado',
      description: 'Abra el enlace que contiene.',
    },
    failed: {
      title: 'Error',
      description: 'No se pudo enviar el correo. Inténtelo de nuevo más tarde.',
    },
  },
  password: {
    title: 'Contraseña',
    lead: 'Al cambiarla, se cierra su sesión en todos los demás navegadores.',
    current: 'Contraseña actual',
    next: 'Contraseña nueva',
    confirm: 'Confirmar contraseña nueva',
    hint: 'Al menos 6 caracteres',
    save: 'Cambiar contraseña',
    show: 'Mostrar contraseña',
    hide: 'Ocultar contraseña',
    required: 'Complete este campo.',
    mismatch: 'Las contraseñas no coinciden. Inténtelo de nuevo.',
    tooShort: 'La contraseña debe tener al menos 6 caracteres.',
    personal:
      'La contraseña no puede ser su nombre, su correo electrónico, una parte de ellos ni el nombre de este producto.',
    common: 'Esta contraseña es demasiado común. Elija otra.',
    wrong: 'Contraseña incorrecta. Inténtelo de nuevo.',
    failed: 'No se pudo cambiar la contraseña. Inténtelo de nuevo.',
    loadFailed: 'No se pudo cargar su forma de iniciar sesión.',
    changed: {
      title: 'Contraseña cambiada',
      description: 'Se cerró su sesión en todos los demás navegadores.',
    },
    signInAgain: 'Se cambió su contraseña. Inicie sesión de nuevo.',
  },
  sessions: {
    title: 'Dónde tiene la sesión iniciada',
    lead: 'Una sesión termina cuando la cierra o tras varios días sin uso.',
    device: (browser, system) => `${browser} en ${system}`,
    unknownDevice: 'Dispositivo desconocido',
    current: 'Este navegador',
    lastUsed: (time) => `Último uso: ${time}`,
    since: (day) => `iniciada el ${day}`,
    sameNetwork: 'misma red que este navegador',
    otherNetwork: 'otra red',
    end: 'Cerrar esa sesión',
    endOf: (device) => `Cerrar esa sesión: ${device}`,
    endOthers: 'Cerrar todas las demás sesiones',
    ended: 'Sesión cerrada',
    othersEnded: 'Todas las demás sesiones se cerraron',
    failed: { title: 'Error', fallback: 'No se pudo cerrar la sesión.' },
    loadFailed: 'No se pudieron cargar sus sesiones.',
  },
  adminAccess: {
    title: 'Accesos de administradores',
    lead: 'Cada vez que un administrador consultó o modificó sus datos. Los administradores no pueden eliminar ninguna entrada.',
    none: 'Ningún administrador ha consultado sus datos.',
    older: 'Mostrar entradas más antiguas',
    loadFailed: 'No se pudieron cargar las entradas.',
    actions: {
      'users-listed': 'Consultó la lista de usuarios: nombre, correo electrónico, plan y uso',
      'top-users-viewed':
        'Consultó las estadísticas de usuarios: nombre, correo electrónico y número de envíos',
      'transfers-listed':
        'Consultó las últimas transferencias: correo electrónico, tamaño y duración',
      'record-viewed': 'Consultó su plan y su uso',
      'shares-viewed': 'Consultó sus envíos, sin las contraseñas',
      'audit-log-viewed': 'Consultó su registro de auditoría',
      'audit-log-exported': 'Exportó su registro de auditoría',
      'audit-log-verified': 'Verificó su registro de auditoría',
      'admin-log-viewed': 'Consultó el registro de administración',
      'plan-changed': 'Cambió su plan',
      'sessions-ended': 'Cerró su sesión en todos los navegadores',
      'account-deleted': 'Eliminó su cuenta',
      'admin-rights-granted': 'Usted pasó a ser administrador',
      'admin-rights-removed': 'Usted dejó de ser administrador',
      'second-factor-removed': 'Eliminó el segundo factor de su cuenta',
    },
  },
  secondFactor: {
    title: 'Segundo factor',
    lead: 'Después de la contraseña, el inicio de sesión también pide un código de una aplicación de autenticación en su teléfono o equipo.',
    on: (day) => `Activado desde el ${day}`,
    off: 'Desactivado',
    setUp: 'Configurar',
    remove: 'Desactivar',
    unverified: 'Confirme primero su correo electrónico.',
    scan: 'Escanee este código con su aplicación de autenticación.',
    codeLabel: 'Código QR para la aplicación de autenticación',
    type: 'Si no puede escanearlo, introduzca esta clave:',
    label: 'Código de seis dígitos de la aplicación',
    invalid: 'Introduzca los seis dígitos.',
    wrong: 'Este código es incorrecto o ha caducado. Introduzca el actual.',
    confirm: 'Activar',
    cancel: 'Cancelar',
    lost: 'Guarde la clave en un lugar seguro: sin la aplicación y la clave no podrá iniciar sesión, y solo el operador puede ayudarle.',
    turnedOn: {
      title: 'Segundo factor activado',
      description: 'A partir de ahora, el inicio de sesión pide un código de su aplicación.',
    },
    turnedOff: {
      title: 'Segundo factor desactivado',
      description: 'Su contraseña vuelve a ser suficiente.',
    },
    expired:
      'Esta clave ha caducado. Configure de nuevo el segundo factor y escanee el código nuevo.',
    failed: 'No se pudo cambiar el segundo factor. Inténtelo de nuevo.',
    loadFailed: 'No se pudo cargar su segundo factor.',
  },
  tooManyRequests: 'Demasiados intentos. Espere un momento.',
  appearance: 'Apariencia',
  appearanceNote: 'Se aplica a este navegador.',
  themes: { system: 'Sistema', light: 'Claro', dark: 'Oscuro' },
  loadFailed: 'No se pudo cargar su plan.',
  danger: {
    title: 'Eliminar cuenta',
    text: 'Elimina su cuenta, sus envíos, su registro de auditoría y su plan. Esta acción no se puede deshacer.',
    action: 'Eliminar cuenta',
    dialogTitle: '¿Eliminar su cuenta definitivamente?',
    dialogText: (email) => `Escriba ${email} para confirmar.`,
    field: 'Su correo electrónico',
    keep: 'Mantener cuenta',
    confirm: 'Eliminar todo',
    done: { title: 'Cuenta eliminada', description: 'Sus datos se están eliminando.' },
    failed: { title: 'Error al eliminar', fallback: 'No se pudo eliminar la cuenta.' },
  },
};

export const billing: AppCatalogues['billing'] = {
  title: 'Mejorar el plan',
  heading: 'Comparta sin límites',
  lead: ({ expiryDays }) =>
    `Envíos ilimitados, enlaces con una validez de hasta ${days(expiryDays.proforever.max)} y soporte en un plazo de 24 horas.`,
  back: 'Volver al panel',
  change: 'Cambiar plan',
  planPicker: 'Planes',
  plans: {
    pro: {
      name: 'Pro',
      price: ({ prices }) => dollars(prices.proWeeklyUsd),
      per: '/semana',
      note: () => 'Cancele cuando quiera',
      choose: 'Elegir Pro',
      points: ({ expiryDays }) => [
        'Envíos ilimitados cada mes',
        `Enlaces válidos ${validity(expiryDays.active)}`,
        'Centro de ayuda y soporte prioritario en un plazo de 24 horas',
        'Registro de auditoría y análisis',
      ],
    },
    proforever: {
      name: 'ProForever',
      price: ({ prices }) => dollars(prices.proForeverUsd),
      per: 'de por vida',
      note: ({ prices }) => `Un solo pago. Se amortiza en unas ${weeksOfPro(prices)} semanas`,
      choose: 'Elegir ProForever',
      points: ({ expiryDays }) => [
        'Todo lo que ofrece Pro',
        `Enlaces válidos ${validity(expiryDays.proforever)}`,
        'Válido mientras exista el servicio',
        'Sin renovaciones, nunca',
      ],
    },
  },
  bestValue: 'La mejor oferta',
  yours: 'Su plan',
  covered: 'Incluido en su plan',
  refund: 'Las suscripciones nuevas a Pro se pueden reembolsar durante 14 días.',
  payTitle: (plan) => `Pagar ${plan}`,
  included: 'Qué incluye',
  preparing: 'Preparando el pago…',
  pay: {
    pro: ({ prices }) => `Pagar ${dollars(prices.proWeeklyUsd)} por semana`,
    proforever: ({ prices }) => `Pagar ${dollars(prices.proForeverUsd)} una vez`,
  },
  paying: 'Procesando…',
  secure:
    'Los datos de su tarjeta van al proveedor de pagos y nunca pasan por nuestros servidores.',
  loginRequired: {
    title: 'Se necesita iniciar sesión',
    description: 'Inicie sesión para suscribirse a Pro.',
  },
  initFailed: {
    title: 'Error',
    api: (status, body) => `Error de la API: ${status} – ${body}`,
    fallback: 'No se pudo preparar la suscripción. Inténtelo de nuevo.',
  },
  planNotLoaded: 'No se pudo cargar su plan.',
  alreadySubscribed: {
    title: 'Suscripción ya activa',
    description: '¡Ya tiene una suscripción activa a Pro!',
  },
  paid: {
    title: 'Pago realizado',
    description: (brand, plan) => `¡Le damos la bienvenida a ${brand} ${plan}!`,
  },
  paymentFailed: {
    title: 'Error en el pago',
    fallback: 'No se pudo completar el pago.',
    atBank:
      'Su banco no confirmó el pago y no se le ha cobrado nada. Elija un plan para volver a intentarlo o para pagar con otra tarjeta.',
  },
  local: {
    note: 'Modo de prueba: no se cobra ninguna tarjeta. Use 4242 4242 4242 4242 (se acepta), 4000 0000 0000 0002 (se rechaza) o 4000 0025 0000 3155 (requiere autenticación).',
    number: 'Número de tarjeta',
    expiry: 'Vencimiento (MM/AA)',
    expiryHint: 'MM/AA',
    cvc: 'Código de seguridad',
    cvcHint: 'CVC',
    invalidNumber: 'El número de la tarjeta está incompleto.',
    invalidExpiry: 'La fecha de vencimiento de la tarjeta está incompleta.',
    invalidCvc: 'El código de seguridad de la tarjeta está incompleto.',
    stepTitle: 'Su banco requiere una confirmación',
    stepText: 'En producción, su banco muestra aquí su propia página. Elija el resultado:',
    approve: 'Completar autenticación',
    refuse: 'Rechazar autenticación',
    refused: 'No se pudo autenticar su método de pago.',
  },
};

export const paymentPending: AppCatalogues['payment-pending'] = {
  title: 'Pago pendiente',
  description: 'Su banco aún está procesando el pago. Su plan cambiará en cuanto se complete.',
};

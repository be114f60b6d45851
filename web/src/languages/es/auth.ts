import { capitalise } from '../../lib/texts/figures.js';
import type { AppCatalogues } from '../catalogues.js';
import { shares } from './intl.js';

export const auth: AppCatalogues['auth'] = {
  title: 'Nos alegra verle de nuevo',
  titleSignUp: 'Cree su cuenta',
  lead: 'Continúe donde lo dejó.',
  leadSignUp: ({ freeSharesPerMonth }) =>
    `Envíe su primer archivo en un minuto. ${capitalise(freeSharesPerMonth === null ? 'envíos ilimitados' : shares(freeSharesPerMonth))} al mes, gratis.`,
  leadSignUpWithoutPayments: 'Envíe su primer archivo en un minuto.',
  panelTitle: 'Dos personas, una línea, nada en medio.',
  panelPoints: [
    'Los archivos van de su navegador directamente al de la otra persona',
    'Cada envío tiene su propia contraseña',
    'Usted ve quién lo abrió y cuándo',
  ],
  signInTab: 'Iniciar sesión',
  signUpTab: 'Registrarse',
  email: 'Correo electrónico',
  emailPlaceholder: 'usted@example.com',
  password: 'Contraseña',
  displayName: 'Nombre para mostrar (opcional)',
  displayNamePlaceholder: 'Su nombre, como lo ven los destinatarios',
  confirmPassword: 'Confirmar contraseña',
  showPassword: 'Mostrar contraseña',
  hidePassword: 'Ocultar contraseña',
  signIn: 'Iniciar sesión',
  signingIn: 'Iniciando sesión…',
  signUp: 'Crear cuenta',
  signingUp: 'Creando la cuenta…',
  or: 'o',
  googleSignIn: 'Iniciar sesión con Google',
  googleSignUp: 'Registrarse con Google',
  agreement: 'Al continuar, acepta nuestros ',
  terms: 'Términos del servicio',
  and: ' y nuestra ',
  privacy: 'Política de privacidad',
  agreementEnd: '.',
  passwordHint: 'Al menos 6 caracteres',
  required: 'Complete este campo.',
  mismatch: {
    title: 'Las contraseñas no coinciden',
    message: 'Las contraseñas no coinciden. Inténtelo de nuevo.',
  },
  common: {
    title: 'Contraseña muy común',
    message: 'Esta contraseña es demasiado común. Elija otra.',
  },
  forgotLink: '¿Olvidó su contraseña?',
  forgot: {
    title: 'Restablecer su contraseña',
    lead: 'Le enviaremos un enlace para elegir una contraseña nueva.',
    send: 'Enviar enlace',
    sent: 'Si existe una cuenta con este correo electrónico, un enlace para elegir una contraseña nueva va en camino. Revise su bandeja de entrada.',
    back: 'Volver al inicio de sesión',
    failed: 'No se pudo enviar el enlace. Inténtelo de nuevo.',
  },
  link: {
    titles: {
      resetPassword: 'Elija una contraseña nueva',
      verifyEmail: 'Confirmación del correo electrónico',
      recoverEmail: 'Deshacer el cambio de dirección',
      revertSecondFactorAddition: 'Quitar el segundo factor',
      unknown: 'Enlace de un correo electrónico',
    },
    account: (email) => `Para ${email}. Se cerrará su sesión en todos los navegadores.`,
    password: 'Contraseña nueva',
    save: 'Guardar contraseña',
    changed: 'Su contraseña se cambió. Inicie sesión con la nueva.',
    verified: 'Su correo electrónico está confirmado.',
    invalid: 'Este enlace ya se usó o caducó. Solicite uno nuevo.',
    failed: 'No se pudo usar el enlace. Inténtelo de nuevo.',
    undo: {
      recoverEmail: {
        lead: 'Se cambió el correo electrónico de su cuenta. Si no fue usted, deshaga el cambio: su cuenta recuperará la dirección a la que se envió este enlace.',
        button: 'Deshacer el cambio',
        done: 'Su cuenta vuelve a tener su correo electrónico anterior. Si no lo cambió usted, elija ahora una contraseña nueva: “¿Olvidó su contraseña?” en la página de inicio de sesión.',
      },
      revertSecondFactorAddition: {
        lead: 'Se agregó un segundo factor a su cuenta: cada inicio de sesión requiere un código de una aplicación de autenticación. Si no fue usted, quítelo.',
        button: 'Quitar el segundo factor',
        done: 'El segundo factor se quitó. Si no lo agregó usted, elija ahora una contraseña nueva: “¿Olvidó su contraseña?” en la página de inicio de sesión.',
      },
    },
    unknown: 'Este enlace no se puede usar aquí.',
    toSignIn: 'Ir al inicio de sesión',
    toDashboard: 'Ir al panel',
  },
  weak: {
    title: 'Contraseña débil',
    message: 'La contraseña debe tener al menos 6 caracteres.',
  },
  personal: {
    title: 'Elija otra contraseña',
    message:
      'La contraseña no puede ser su nombre, su correo electrónico, una parte de ellos ni el nombre de este producto.',
  },
  welcome: { title: '¡Le damos la bienvenida!', message: 'Inició sesión con Google.' },
  welcomeBack: { title: '¡Nos alegra verle de nuevo!', message: 'Inició sesión correctamente.' },
  created: {
    title: '¡Cuenta creada!',
    message: 'Su cuenta está lista. Comparta su primer archivo.',
  },
  signInFailed: 'No se pudo iniciar sesión',
  signUpFailed: 'No se pudo crear la cuenta',
  googleFailed: 'Error al iniciar sesión',
  confirmation: {
    title: 'Confirme que es usted',
    text: 'Introduzca su contraseña para continuar. Lo que ya ha introducido se conserva.',
    withoutPassword:
      'Este paso requiere un inicio de sesión reciente, y su cuenta no tiene contraseña. Cierre la sesión, iníciela de nuevo con Google y repita el paso antes de 15 minutos.',
    confirm: 'Confirmar',
    signOut: 'Cerrar sesión',
    cancel: 'Cancelar',
  },
  code: {
    title: 'Introduzca el código',
    text: 'Su cuenta está protegida por un segundo factor. Abra su aplicación de autenticación e introduzca el código de esta cuenta.',
    label: 'Código de seis dígitos',
    invalid: 'Introduzca los seis dígitos.',
    wrong: 'Este código es incorrecto o ha caducado. Introduzca el actual.',
    changed:
      'Su contraseña ha cambiado. Para mantener la sesión iniciada aquí, espere el siguiente código de su aplicación e introdúzcalo.',
    lost: (email) =>
      `¿No tiene acceso a la aplicación? Añada la clave que guardó a otra aplicación o escriba a ${email}.`,
    confirm: 'Continuar',
  },
  errors: {
    signInExpired: 'Su inicio de sesión ha caducado. Vuelva a iniciar sesión.',
    tooManyRequests: 'Demasiados intentos. Espere un momento.',
    cookiesBlocked:
      'Este navegador bloquea las cookies y los datos de este sitio. Permítalos e inténtelo de nuevo.',
    storageFull:
      'Este navegador no puede guardar su inicio de sesión: su almacenamiento está lleno o desactivado. Libere espacio en este dispositivo o permita que este sitio guarde datos y vuelva a cargar la página.',
    emailInUse: 'Ya existe una cuenta con este correo electrónico. Pruebe a iniciar sesión.',
    weakPassword: 'La contraseña debe tener al menos 6 caracteres.',
    invalidEmail: 'Introduzca un correo electrónico válido.',
    signUpOther: 'No se pudo crear la cuenta. Inténtelo de nuevo.',
    createdOnly: 'Su cuenta se creó. Inicie sesión.',
    userNotFound: 'No hay ninguna cuenta con este correo electrónico.',
    wrongPassword: 'Contraseña incorrecta. Inténtelo de nuevo.',
    userDisabled: 'Esta cuenta está desactivada.',
    signInOther: 'No se pudo iniciar sesión. Compruebe sus datos.',
    signInUnknown: 'No se pudo iniciar sesión. Inténtelo de nuevo.',
    popupClosed: 'Se canceló el inicio de sesión. Inténtelo de nuevo.',
    popupBlocked:
      'El navegador bloqueó la ventana emergente. Permita las ventanas emergentes e inténtelo de nuevo.',
    googleOther: 'No se pudo iniciar sesión con Google. Inténtelo de nuevo.',
  },
};

export const expiredSession: AppCatalogues['expired-session'] = {
  banner:
    'Su sesión caducó. Las transferencias en curso continúan. Inicie sesión de nuevo pronto para que se puedan confirmar las entregas.',
  title: 'Inicie sesión de nuevo',
  text: 'Su sesión caducó. Las transferencias en curso continúan. Introduzca su contraseña para seguir.',
  withoutPassword:
    'Su sesión caducó. Las transferencias en curso continúan. Inicie sesión de nuevo con Google en otra pestaña; después esta página seguirá por sí sola.',
  elsewhere:
    '¿Inicia sesión con Google? Hágalo en otra pestaña; después esta página seguirá por sí sola.',
  open: 'Abrir el inicio de sesión',
};

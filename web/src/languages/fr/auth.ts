import type { AppCatalogues } from '../catalogues.js';
import { shares } from './intl.js';

export const auth: AppCatalogues['auth'] = {
  title: 'Heureux de vous revoir',
  titleSignUp: 'Créez votre compte',
  lead: 'Reprenez là où vous en étiez.',
  leadSignUp: ({ freeSharesPerMonth }) =>
    `Envoyez votre premier fichier en une minute. ${freeSharesPerMonth === null ? 'Un nombre illimité de partages' : shares(freeSharesPerMonth)} par mois, gratuitement.`,
  leadSignUpWithoutPayments: 'Envoyez votre premier fichier en une minute.',
  panelTitle: 'Deux personnes, une ligne, rien entre les deux.',
  panelPoints: [
    'Les fichiers vont directement de votre navigateur à celui du destinataire',
    'Chaque partage a son propre mot de passe',
    'Vous voyez qui l’a ouvert, et quand',
  ],
  signInTab: 'Connexion',
  signUpTab: 'Inscription',
  email: 'Adresse e-mail',
  emailPlaceholder: 'vous@example.com',
  password: 'Mot de passe',
  displayName: 'Nom affiché (facultatif)',
  displayNamePlaceholder: 'Votre nom, tel que les destinataires le voient',
  confirmPassword: 'Confirmer le mot de passe',
  showPassword: 'Afficher le mot de passe',
  hidePassword: 'Masquer le mot de passe',
  signIn: 'Se connecter',
  signingIn: 'Connexion…',
  signUp: 'Créer un compte',
  signingUp: 'Création du compte…',
  or: 'ou',
  googleSignIn: 'Se connecter avec Google',
  googleSignUp: 'S’inscrire avec Google',
  agreement: 'En continuant, vous acceptez nos ',
  terms: 'conditions d’utilisation',
  and: ' et notre ',
  privacy: 'politique de confidentialité',
  agreementEnd: '.',
  passwordHint: 'Au moins 6 caractères',
  required: 'Veuillez remplir ce champ.',
  mismatch: {
    title: 'Mots de passe différents',
    message: 'Les mots de passe ne correspondent pas. Veuillez réessayer.',
  },
  common: {
    title: 'Mot de passe courant',
    message: 'Ce mot de passe est trop courant. Veuillez en choisir un autre.',
  },
  forgotLink: 'Mot de passe oublié\u00a0?',
  forgot: {
    title: 'Réinitialiser votre mot de passe',
    lead: 'Nous vous envoyons un lien pour choisir un nouveau mot de passe.',
    send: 'Envoyer le lien',
    sent: 'S’il existe un compte avec cette adresse e-mail, un lien pour choisir un nouveau mot de passe est en route. Veuillez consulter votre boîte de réception.',
    back: 'Retour à la connexion',
    failed: 'Le lien n’a pas pu être envoyé. Veuillez réessayer.',
  },
  link: {
    titles: {
      resetPassword: 'Choisir un nouveau mot de passe',
      verifyEmail: 'Vérification de l’adresse e-mail',
      recoverEmail: 'Annuler le changement d’adresse',
      revertSecondFactorAddition: 'Supprimer le second facteur',
      unknown: 'Lien reçu par e-mail',
    },
    account: (email) => `Pour ${email}. Vous serez déconnecté de tous les navigateurs.`,
    password: 'Nouveau mot de passe',
    save: 'Enregistrer',
    changed: 'Votre mot de passe a été modifié. Connectez-vous avec le nouveau.',
    verified: 'Votre adresse e-mail est vérifiée.',
    invalid: 'Ce lien a déjà été utilisé ou a expiré. Veuillez en demander un nouveau.',
    failed: 'Le lien n’a pas pu être utilisé. Veuillez réessayer.',
    undo: {
      recoverEmail: {
        lead: 'L’adresse e-mail de votre compte a été modifiée. Si ce n’était pas vous, annulez ce changement\u00a0: votre compte retrouvera l’adresse à laquelle ce lien a été envoyé.',
        button: 'Annuler le changement',
        done: 'Votre compte a retrouvé son ancienne adresse e-mail. Si vous ne l’aviez pas modifiée vous-même, choisissez maintenant un nouveau mot de passe\u00a0: «\u00a0Mot de passe oublié\u00a0?\u00a0» sur la page de connexion.',
      },
      revertSecondFactorAddition: {
        lead: 'Un second facteur a été ajouté à votre compte\u00a0: chaque connexion demande un code d’une application d’authentification. Si ce n’était pas vous, supprimez-le.',
        button: 'Supprimer le second facteur',
        done: 'Le second facteur a été supprimé. Si vous ne l’aviez pas ajouté vous-même, choisissez maintenant un nouveau mot de passe\u00a0: «\u00a0Mot de passe oublié\u00a0?\u00a0» sur la page de connexion.',
      },
    },
    unknown: 'Ce lien ne peut pas être utilisé ici.',
    toSignIn: 'Aller à la connexion',
    toDashboard: 'Aller au tableau de bord',
  },
  weak: {
    title: 'Mot de passe faible',
    message: 'Le mot de passe doit comporter au moins 6 caractères.',
  },
  personal: {
    title: 'Choisissez un autre mot de passe',
    message:
      'Un mot de passe ne doit être ni votre nom, ni votre adresse e-mail, ni une partie de ceux-ci, ni le nom de ce produit.',
  },
  welcome: { title: 'Bienvenue\u00a0!', message: 'Vous êtes connecté avec Google.' },
  welcomeBack: { title: 'Heureux de vous revoir\u00a0!', message: 'Vous êtes bien connecté.' },
  created: {
    title: 'Compte créé\u00a0!',
    message: 'Votre compte est prêt. Partagez votre premier fichier.',
  },
  signInFailed: 'Échec de la connexion',
  signUpFailed: 'Échec de l’inscription',
  googleFailed: 'Erreur de connexion',
  confirmation: {
    title: 'Confirmez que c’est bien vous',
    text: 'Saisissez votre mot de passe pour continuer. Ce que vous avez déjà saisi est conservé.',
    withoutPassword:
      'Cette étape demande une connexion récente, et votre compte n’a pas de mot de passe. Déconnectez-vous, reconnectez-vous avec Google et refaites l’étape dans les 15 minutes.',
    confirm: 'Confirmer',
    signOut: 'Se déconnecter',
    cancel: 'Annuler',
  },
  code: {
    title: 'Saisissez le code',
    text: 'Votre compte est protégé par un second facteur. Ouvrez votre application d’authentification et saisissez son code pour ce compte.',
    label: 'Code à six chiffres',
    invalid: 'Veuillez saisir les six chiffres.',
    wrong: 'Ce code est incorrect ou a expiré. Veuillez saisir le code actuel.',
    changed:
      'Votre mot de passe est modifié. Pour rester connecté ici, attendez le prochain code de votre application et saisissez-le.',
    lost: (email) =>
      `Pas d’accès à l’application\u00a0? Ajoutez la clé que vous avez conservée à une autre application, ou écrivez à ${email}.`,
    confirm: 'Continuer',
  },
  errors: {
    signInExpired: 'Votre connexion a expiré. Veuillez vous reconnecter.',
    tooManyRequests: 'Trop de tentatives. Veuillez patienter un instant.',
    cookiesBlocked:
      'Ce navigateur bloque les cookies et les données de ce site. Autorisez-les, puis réessayez.',
    storageFull:
      'Ce navigateur ne peut pas enregistrer votre connexion\u00a0: son stockage est plein ou désactivé. Libérez de l’espace sur cet appareil ou autorisez ce site à enregistrer des données, puis rechargez la page.',
    emailInUse:
      'Un compte existe déjà avec cette adresse e-mail. Essayez plutôt de vous connecter.',
    weakPassword: 'Le mot de passe doit comporter au moins 6 caractères.',
    invalidEmail: 'Veuillez saisir une adresse e-mail valide.',
    signUpOther: 'Le compte n’a pas pu être créé. Veuillez réessayer.',
    createdOnly: 'Votre compte a été créé. Veuillez vous connecter.',
    userNotFound: 'Aucun compte n’existe avec cette adresse e-mail.',
    wrongPassword: 'Mot de passe incorrect. Veuillez réessayer.',
    userDisabled: 'Ce compte a été désactivé.',
    signInOther: 'Échec de la connexion. Veuillez vérifier vos identifiants.',
    signInUnknown: 'Échec de la connexion. Veuillez réessayer.',
    popupClosed: 'La connexion a été annulée. Veuillez réessayer.',
    popupBlocked:
      'Votre navigateur a bloqué la fenêtre. Veuillez autoriser les fenêtres pop-up et réessayer.',
    googleOther: 'La connexion avec Google a échoué. Veuillez réessayer.',
  },
};

export const expiredSession: AppCatalogues['expired-session'] = {
  banner:
    'Votre connexion a expiré. Les transferts en cours se poursuivent. Reconnectez-vous sans tarder, afin que les remises puissent être confirmées.',
  title: 'Se reconnecter',
  text: 'Votre connexion a expiré. Les transferts en cours se poursuivent. Saisissez votre mot de passe pour continuer.',
  withoutPassword:
    'Votre connexion a expiré. Les transferts en cours se poursuivent. Reconnectez-vous avec Google dans un autre onglet\u00a0; cette page reprendra ensuite d’elle-même.',
  elsewhere:
    'Vous vous connectez avec Google\u00a0? Faites-le dans un autre onglet\u00a0; cette page reprendra ensuite d’elle-même.',
  open: 'Ouvrir la connexion',
};

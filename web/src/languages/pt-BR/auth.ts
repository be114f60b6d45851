import { capitalise } from '../../lib/texts/figures.js';
import type { AppCatalogues } from '../catalogues.js';
import { shares } from './intl.js';

export const auth: AppCatalogues['auth'] = {
  title: 'Boas-vindas de volta',
  titleSignUp: 'Crie sua conta',
  lead: 'Continue de onde parou.',
  leadSignUp: ({ freeSharesPerMonth }) =>
    `Envie seu primeiro arquivo em um minuto. ${capitalise(freeSharesPerMonth === null ? 'compartilhamentos ilimitados' : shares(freeSharesPerMonth))} por mês, grátis.`,
  leadSignUpWithoutPayments: 'Envie seu primeiro arquivo em um minuto.',
  panelTitle: 'Duas pessoas, uma linha, nada no meio.',
  panelPoints: [
    'Os arquivos vão do seu navegador direto para o da outra pessoa',
    'Cada compartilhamento tem sua própria senha',
    'Você vê quem abriu e quando',
  ],
  signInTab: 'Entrar',
  signUpTab: 'Criar conta',
  email: 'E-mail',
  emailPlaceholder: 'voce@example.com',
  password: 'Senha',
  displayName: 'Nome de exibição (opcional)',
  displayNamePlaceholder: 'Seu nome, como os destinatários o veem',
  confirmPassword: 'Confirmar senha',
  showPassword: 'Mostrar senha',
  hidePassword: 'Ocultar senha',
  signIn: 'Entrar',
  signingIn: 'Entrando…',
  signUp: 'Criar conta',
  signingUp: 'Criando conta…',
  or: 'ou',
  googleSignIn: 'Entrar com o Google',
  googleSignUp: 'Criar conta com o Google',
  agreement: 'Ao continuar, você aceita os nossos ',
  terms: 'Termos de Serviço',
  and: ' e a nossa ',
  privacy: 'Política de Privacidade',
  agreementEnd: '.',
  passwordHint: 'Pelo menos 6 caracteres',
  required: 'Preencha este campo.',
  mismatch: {
    title: 'Senhas diferentes',
    message: 'As senhas não coincidem. Tente novamente.',
  },
  common: {
    title: 'Senha muito comum',
    message: 'Esta senha é comum demais. Escolha outra.',
  },
  forgotLink: 'Esqueceu a senha?',
  forgot: {
    title: 'Redefinir sua senha',
    lead: 'Enviaremos um link para você escolher uma nova senha.',
    send: 'Enviar link',
    sent: 'Se houver uma conta com este endereço de e-mail, um link para escolher uma nova senha está a caminho. Confira sua caixa de entrada.',
    back: 'Voltar para o login',
    failed: 'Não foi possível enviar o link. Tente novamente.',
  },
  link: {
    titles: {
      resetPassword: 'Escolha uma nova senha',
      verifyEmail: 'Confirmação de e-mail',
      recoverEmail: 'Desfazer a mudança de endereço',
      revertSecondFactorAddition: 'Remover o segundo fator',
      unknown: 'Link de um e-mail',
    },
    account: (email) => `Para ${email}. Sua sessão será encerrada em todos os navegadores.`,
    password: 'Nova senha',
    save: 'Salvar senha',
    changed: 'Sua senha foi alterada. Entre com a nova senha.',
    verified: 'Seu endereço de e-mail está confirmado.',
    invalid: 'Este link já foi usado ou expirou. Solicite um novo.',
    failed: 'Não foi possível usar o link. Tente novamente.',
    undo: {
      recoverEmail: {
        lead: 'O endereço de e-mail da sua conta foi alterado. Se não foi você, desfaça a mudança: sua conta volta a ter o endereço para o qual este link foi enviado.',
        button: 'Desfazer a mudança',
        done: 'Sua conta voltou a ter o endereço de e-mail anterior. Se não foi você quem o alterou, escolha uma nova senha agora: “Esqueceu a senha?” na página de login.',
      },
      revertSecondFactorAddition: {
        lead: 'Um segundo fator foi adicionado à sua conta: cada login exige um código de um aplicativo autenticador. Se não foi você, remova-o.',
        button: 'Remover o segundo fator',
        done: 'O segundo fator foi removido. Se não foi você quem o adicionou, escolha uma nova senha agora: “Esqueceu a senha?” na página de login.',
      },
    },
    unknown: 'Este link não pode ser usado aqui.',
    toSignIn: 'Ir para o login',
    toDashboard: 'Ir para o painel',
  },
  weak: {
    title: 'Senha fraca',
    message: 'A senha deve ter pelo menos 6 caracteres.',
  },
  personal: {
    title: 'Escolha outra senha',
    message:
      'A senha não pode ser seu nome, seu endereço de e-mail, uma parte deles nem o nome deste produto.',
  },
  welcome: { title: 'Boas-vindas!', message: 'Você entrou com o Google.' },
  welcomeBack: { title: 'Boas-vindas de volta!', message: 'Você entrou na sua conta.' },
  created: {
    title: 'Conta criada!',
    message: 'Sua conta está pronta. Compartilhe seu primeiro arquivo.',
  },
  signInFailed: 'Não foi possível entrar',
  signUpFailed: 'Não foi possível criar a conta',
  googleFailed: 'Erro ao entrar',
  confirmation: {
    title: 'Confirme que é você',
    text: 'Digite sua senha para continuar. O que você já preencheu será mantido.',
    withoutPassword:
      'Esta etapa exige um login recente, e sua conta não tem senha. Saia, entre novamente com o Google e repita a etapa em até 15 minutos.',
    confirm: 'Confirmar',
    signOut: 'Sair',
    cancel: 'Cancelar',
  },
  code: {
    title: 'Digite o código',
    text: 'Sua conta é protegida por um segundo fator. Abra seu aplicativo autenticador e digite o código desta conta.',
    label: 'Código de seis dígitos',
    invalid: 'Digite os seis dígitos.',
    wrong: 'Este código está incorreto ou expirou. Digite o atual.',
    changed:
      'Sua senha foi alterada. Para continuar conectado aqui, aguarde o próximo código do aplicativo e digite-o.',
    lost: (email) =>
      `Sem acesso ao aplicativo? Adicione a chave que você guardou a outro aplicativo ou escreva para ${email}.`,
    confirm: 'Continuar',
  },
  errors: {
    signInExpired: 'Seu login expirou. Entre novamente.',
    tooManyRequests: 'Muitas tentativas. Aguarde um momento.',
    cookiesBlocked:
      'Este navegador bloqueia os cookies e os dados deste site. Permita-os e tente novamente.',
    storageFull:
      'Este navegador não consegue manter você conectado: o armazenamento está cheio ou desativado. Libere espaço neste dispositivo ou permita que este site armazene dados e recarregue a página.',
    emailInUse: 'Já existe uma conta com este e-mail. Tente entrar.',
    weakPassword: 'A senha deve ter pelo menos 6 caracteres.',
    invalidEmail: 'Informe um endereço de e-mail válido.',
    signUpOther: 'Não foi possível criar a conta. Tente novamente.',
    createdOnly: 'Sua conta foi criada. Entre com ela.',
    userNotFound: 'Não há conta com este endereço de e-mail.',
    wrongPassword: 'Senha incorreta. Tente novamente.',
    userDisabled: 'Esta conta foi desativada.',
    signInOther: 'Não foi possível entrar. Verifique seus dados.',
    signInUnknown: 'Não foi possível entrar. Tente novamente.',
    popupClosed: 'O login foi cancelado. Tente novamente.',
    popupBlocked: 'O navegador bloqueou a janela pop-up. Permita pop-ups e tente novamente.',
    googleOther: 'Não foi possível entrar com o Google. Tente novamente.',
  },
};

export const expiredSession: AppCatalogues['expired-session'] = {
  banner:
    'Sua sessão expirou. As transferências em andamento continuam. Entre novamente em breve para que as entregas possam ser confirmadas.',
  title: 'Entre novamente',
  text: 'Sua sessão expirou. As transferências em andamento continuam. Digite sua senha para continuar.',
  withoutPassword:
    'Sua sessão expirou. As transferências em andamento continuam. Entre novamente com o Google em outra aba; depois disso, esta página continua sozinha.',
  elsewhere:
    'Você entra com o Google? Faça isso em outra aba; depois disso, esta página continua sozinha.',
  open: 'Abrir a entrada',
};

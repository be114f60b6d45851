import type { RecipientCatalogues } from '../catalogues.js';
import { formats } from './intl.js';

const { formatBytes } = formats;

export const failures: RecipientCatalogues['failures'] = {
  'max-retries': [
    'A conexão falhou após várias tentativas. Tente o seguinte:',
    '• Recarregue esta página e abra o link novamente.',
    '• Verifique sua conexão com a internet.',
    '• Desative a VPN ou o firewall por um momento; eles podem bloquear conexões diretas.',
    '• Use outro navegador, como uma versão atual do Chrome, Edge, Firefox ou Safari.',
    '• Tente novamente mais tarde.',
    'Em um dispositivo móvel: mantenha esta aba em primeiro plano e a tela ligada, alterne entre o Wi-Fi e os dados móveis e desative o modo de economia de energia.',
  ].join('\n'),
  'invalid-server-message': 'O servidor enviou uma mensagem inválida',
  'invalid-offer': 'O remetente enviou uma oferta de conexão inválida',
  'webrtc-unavailable':
    'Este navegador bloqueia o WebRTC, que transporta o arquivo. Permita o uso dele nas configurações ou extensões, ou use outro navegador.',
  'offer-failed': 'Não foi possível criar a oferta de conexão',
  'offer-processing-failed': 'Não foi possível processar a oferta de conexão',
  'answer-processing-failed': 'Não foi possível processar a resposta à oferta de conexão',
  'channel-error': 'Erro no canal de dados',
  'peer-unreachable': 'Falha na conexão: não foi possível alcançar o outro lado',
  'channel-not-ready': ({ channelState = '' }) =>
    `O canal de dados não está pronto. Estado atual: ${channelState}`,
  'signalling-unavailable':
    'Erro de rede: não foi possível conectar ao servidor. Verifique sua conexão com a internet.',
  'code-not-loaded':
    'Não foi possível carregar uma parte do app. Verifique sua conexão com a internet e recarregue a página. Talvez haja uma nova versão disponível.',
  'link-not-read':
    'Não foi possível ler o armazenamento deste navegador; por isso, nada foi enviado. Tente novamente ou reinicie o navegador.',
  'share-of-another-account':
    'A conta com a qual este compartilhamento foi criado neste navegador não está conectada; por isso, nada foi enviado. Entre com essa conta ou crie um novo compartilhamento.',
  'access-denied': 'Senha incorreta ou link expirado.',
  'share-closed': 'Este compartilhamento foi interrompido ou expirou.',
  'password-changed':
    'A senha deste compartilhamento foi alterada. Os destinatários precisam da nova senha para continuar.',
  replaced: 'Este compartilhamento está sendo enviado de outra aba ou de outro dispositivo.',
  'file-unreadable':
    'Não é mais possível ler o arquivo. Ele foi alterado, movido ou excluído depois de escolhido. Escolha-o de novo e tente outra vez.',
  'protocol-violation': 'Chegaram dados inesperados. Tente novamente.',
  'digest-mismatch': 'Os dados recebidos não correspondem ao original. Tente novamente.',
  'claim-refuted':
    'O dispositivo do destinatário informou partes do arquivo que não tem; por isso, nada conta como entregue. O destinatário pode tentar novamente.',
  'stored-part-invalid':
    'A parte do arquivo que este dispositivo já tinha guardado estava danificada e foi removida. Tente novamente para receber o arquivo inteiro.',
  'size-mismatch': 'O arquivo salvo não tem o tamanho esperado. Tente novamente.',
  'file-changed':
    'O arquivo ficou maior do que o remetente anunciou. Recarregue esta página ou peça um novo link ao remetente.',
  'storage-full': ({ neededBytes, freeBytes }) =>
    'Não há espaço livre suficiente para o arquivo neste dispositivo.' +
    (neededBytes === undefined || freeBytes === undefined
      ? ''
      : ` São necessários ${formatBytes(neededBytes)}; há ${formatBytes(freeBytes)} disponíveis.`) +
    ' Libere espaço e tente novamente.',
  'no-room-to-save':
    'O arquivo inteiro chegou, mas não há espaço livre suficiente na pasta que você escolheu. Libere espaço e tente novamente, ou escolha outro local; nada será enviado duas vezes.',
  'not-saved-there':
    'O arquivo inteiro chegou, mas não foi possível salvá-lo no local que você escolheu. Tente novamente quando ele estiver disponível, ou escolha outro; nada será enviado duas vezes.',
  'permission-lost':
    'O navegador não permite mais que esta página grave no arquivo que você escolheu. Tente novamente e autorize quando o navegador perguntar.',
  'blocked-here':
    'A verificação de segurança deste navegador ou da sua organização não permitiu este arquivo. Tentar de novo não vai ajudar; fale com o remetente ou com o administrador.',
  'sink-failed':
    'Não foi possível salvar o arquivo. Verifique o espaço livre e as permissões e tente novamente.',
  'sink-stalled':
    'O navegador parou de salvar o arquivo. Mantenha esta aba aberta e tente novamente.',
  'sink-cancelled': 'O download foi cancelado no navegador.',
  'not-restartable':
    'O download não pode continuar de onde parou e precisa recomeçar. Tente novamente.',
  'too-large-for-memory':
    'Este navegador não consegue salvar um arquivo deste tamanho. Use uma versão atual do Chrome, Edge ou Firefox, ou saia da navegação privada.',
  'too-slow':
    'Os dados chegam mais rápido do que este dispositivo consegue salvar. Libere espaço ou use outro navegador.',
  'sender-unproven':
    'O remetente não conseguiu provar que este link é dele; por isso, nada foi recebido. Alguém pode estar interceptando a conexão, ou o remetente está usando outro dispositivo. Peça ao remetente, por telefone, por exemplo, que envie do dispositivo em que criou o link.',
  'receiver-unproven':
    'Este destinatário não conseguiu provar que tem o seu link; por isso, nada foi enviado. Alguém pode estar interceptando a conexão. Envie o link completo ao destinatário novamente, por outro meio.',
  'refused-by-recipient':
    'O navegador do destinatário interrompeu a transferência: este dispositivo não conseguiu provar que criou o link. Envie do dispositivo e do navegador em que você criou o compartilhamento ou crie outro aqui.',
  'refused-by-sender':
    'O remetente não enviou a este dispositivo porque ele não conseguiu provar que tem o link. Peça o link novamente e abra-o por inteiro.',
  'file-differs': ({ offeredName = '', offeredBytes }) =>
    `O remetente oferece um arquivo diferente do que esta página mostra: “${offeredName}”` +
    (offeredBytes === undefined ? '' : `, ${formatBytes(offeredBytes)}`) +
    '. Nada foi recebido. Pergunte ao remetente qual é o arquivo correto.',
  'file-refused':
    'Este não é o arquivo que a página do destinatário mostra; por isso, o navegador do destinatário interrompeu a transferência. Crie um novo compartilhamento para este arquivo.',
  'cancelled-by-peer': 'O outro lado cancelou a transferência.',
  'declined-by-sender': 'O remetente recusou este download.',
  'ended-here': 'Você encerrou esta transferência.',
  'declined-here': 'Você recusou este download.',
  'unreadable-at-sender':
    'O arquivo do remetente foi alterado, movido ou excluído e não pode mais ser lido. Peça ao remetente que o escolha de novo.',
  'full-at-recipient':
    'O dispositivo do destinatário não tem espaço suficiente para o arquivo. O destinatário pode liberar espaço e tentar novamente.',
  'not-saved-at-recipient':
    'O navegador do destinatário não salvou o arquivo. O destinatário pode tentar novamente.',
  'blocked-at-recipient':
    'A verificação de segurança do navegador ou da organização do destinatário não permitiu o arquivo. Tentar de novo não vai ajudar; combine outro meio com o destinatário.',
  'failed-at-peer': 'O outro lado não conseguiu continuar a transferência.',
  unexpected: 'Algo deu errado nesta transferência. Tente novamente.',
};

import type { RecipientCatalogues } from '../catalogues.js';
import { formats } from './intl.js';

const common = {
  line: 'A rede entre vocês',
  relay: 'O retransmissor ou a rede até ele',
  devices: 'Os processadores dos dois dispositivos; a rede é mais rápida',
};

export const connection: RecipientCatalogues['connection'] = {
  summary: 'Detalhes da conexão',
  summaryOf: (name) => `Detalhes da conexão de ${name}`,
  route: 'Rota',
  routes: {
    direct: 'Direta, na sua rede',
    stun: 'Direta, pela internet',
    turn: 'Por um retransmissor criptografado',
    unknown: 'Ainda desconhecida',
  },
  address: 'Endereço',
  proof: 'Proteção',
  proofs: {
    none: 'Link simples: nada prova que o destinatário o tem',
    pending: 'O destinatário ainda não provou que tem o link',
    proven: 'O destinatário provou que tem o link',
    waived: 'Não provado; você permitiu',
  },
  roundTrip: 'Tempo de ida e volta',
  milliseconds: (ms) => (ms < 1 ? 'Menos de 1 ms' : `${Math.round(ms)} ms`),
  loss: 'Perda de pacotes',
  lost: (share) => formats.formatPercent(share * 100),
  notMeasured: 'Ainda não medida',
  noLoss: 'Indisponível. Os navegadores não a informam para esta conexão.',
  lanes: 'Conexões em uso',
  limitedBy: 'Limitada por',
  notKnown: 'Ainda desconhecido',
  factors: {
    sender: {
      ...common,
      'sender-limit': 'Seu limite de velocidade',
      'recipient-limit': 'O limite de velocidade do destinatário',
      'sender-disk': 'Seu disco: a leitura do arquivo é mais lenta que o envio',
      'recipient-disk': 'O disco do destinatário: grava mais devagar do que o arquivo chega',
      'sender-device': 'O processador deste dispositivo',
    },
    recipient: {
      ...common,
      'sender-limit': 'O limite de velocidade do remetente',
      'recipient-limit': 'Seu limite de velocidade',
      'sender-disk': 'O disco do remetente: a leitura do arquivo é mais lenta que o envio',
      'recipient-disk': 'Seu disco: grava mais devagar do que o arquivo chega',
      'sender-device': 'O processador do dispositivo do remetente',
    },
  },
  peerLimit: { sender: 'O limite do destinatário', recipient: 'O limite do remetente' },
  yielding: 'Deixa espaço para os outros',
  speed: 'Velocidade no último minuto',
  curve: (now, highest, lowest) => `Agora ${now}, máxima ${highest}, mínima ${lowest}.`,
  noSpeed: '0 MB/s',
  limit: {
    summary: 'Limite de velocidade',
    send: 'Limite de velocidade de envio',
    receive: 'Limite de velocidade de recebimento',
    none: 'Sem limite',
    yielding: 'Deixar espaço para os outros',
    rate: 'Usar no máximo',
    unit: 'MB/s',
    unitLabel: 'Limite em megabytes por segundo',
    set: 'Aplicar',
    invalid: (least) => `Digite um número igual ou maior que ${least}.`,
    saved: {
      none: 'Sem limite.',
      yielding: 'Diminui a velocidade enquanto outros programas ou pessoas usam a rede.',
      rate: (speed) => `No máximo ${speed}.`,
    },
    scope: {
      send: 'Vale para tudo o que esta página envia e fica salvo neste dispositivo.',
      receive: 'Vale para o que esta página recebe e fica salvo neste dispositivo.',
    },
    noEffect:
      'O remetente usa um programa antigo. Um limite de velocidade nesta página não tem efeito.',
  },
};

export const receipt: RecipientCatalogues['receipt'] = {
  title: 'Comprovante de entrega',
  delivered: 'Entregue e verificado',
  lead: 'Os dois navegadores assinaram esta declaração depois que o navegador do destinatário calculou, ele mesmo, a soma de verificação do arquivo inteiro.',
  file: 'Arquivo',
  size: 'Tamanho',
  exactBytes: (bytes) => `${bytes} bytes`,
  digest: 'Soma de verificação',
  digestNote: (block) => `SHA-256 sobre o SHA-256 de cada bloco de ${block}`,
  share: 'Compartilhamento',
  started: 'Início',
  completed: 'Fim',
  path: 'Caminho',
  paths: {
    direct: 'Direto entre os dois navegadores',
    relayed: 'Por um retransmissor, com criptografia de ponta a ponta',
    unknown: 'Desconhecido',
  },
  sender: 'Remetente',
  recipient: 'Destinatário',
  bases: { 'signed-in': 'com sessão iniciada', 'self-declared': 'conforme informado pela pessoa' },
  key: 'Chave',
  log: 'Registro de auditoria',
  logStates: {
    pending: 'Aguardando a contra-assinatura…',
    none: 'Sem contra-assinatura. As assinaturas dos dois navegadores são válidas mesmo assim.',
    signed: (position, size) =>
      `Contra-assinado: entrada ${position} de ${size} do registro assinado`,
  },
  proves: 'O que este comprovante prova',
  provesItems: [
    'Dois navegadores com este link protegido estavam conectados sem ninguém no meio, e ambos assinaram.',
    'O navegador do destinatário tinha o arquivo inteiro com esta soma de verificação.',
  ],
  provesNot: 'O que ele não prova',
  provesNotItems: [
    'Quem são as duas pessoas: nomes e endereços de e-mail são os que cada uma informou.',
    'Que o arquivo foi aberto, lido ou guardado.',
    'Perante um terceiro, que a declaração é verdadeira: qualquer um dos lados poderia ter criado as duas chaves. O registro de auditoria só contra-assina o que foi enviado tanto pela conta do remetente quanto com o acesso de um destinatário. Por isso, o destinatário sozinho não consegue forjar um comprovante contra-assinado; o remetente, que conhece a senha, consegue.',
  ],
  verify:
    'O arquivo salvo pode ser verificado sem servidor. Ele contém o nome das duas pessoas: mantenha-o tão confidencial quanto o arquivo enviado.',
  save: 'Salvar como arquivo',
  print: 'Imprimir',
  close: 'Fechar',
  filename: (name) => `comprovante-${name}.json`,
};

import { sharePage as ar } from '../../../languages/ar/share-page.js';
import { sharePage as de } from '../../../languages/de/share-page.js';
import { sharePage as es } from '../../../languages/es/share-page.js';
import { sharePage as fr } from '../../../languages/fr/share-page.js';
import { sharePage as ja } from '../../../languages/ja/share-page.js';
import { sharePage as ptBr } from '../../../languages/pt-BR/share-page.js';
import { texts as en } from '../texts.js';

it.each(Object.entries({ en, ar, de, es, fr, ja, ptBr }))(
  'the route of a complete file is a sentence with the full stop of its language: %s',
  (language, { connection }) => {
    const { direct, stun, turn } = connection;
    const stop = language === 'ja' ? '。' : '.';
    expect([direct, stun, turn].map((route) => route.slice(-1))).toEqual([stop, stop, stop]);
  },
);

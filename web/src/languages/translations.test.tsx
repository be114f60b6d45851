import { jest } from '@jest/globals';
import { costNoteKinds } from '@tandem/proto/browser/admin/cost-notes';
import { languages, type Language } from '../lib/language/language.js';
import { intlFormats } from './intl/formats.js';
import { counterOf, dollarsIn } from './intl/plurals.js';
import { openLanguage } from './load.js';

const units = { sizes: ['Byte', 'KB', 'MB', 'GB', 'TB'], perSecond: '/s' } as const;
/** Intl separates with non-breaking spaces and marks direction. */
const plain = (text: string): string =>
  text.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u200e\u200f\u061c]/g, '');

describe('formats of a language', () => {
  const german = intlFormats('de', units);

  it.each([
    [0, '0 Byte'],
    [Number.NaN, '0 Byte'],
    [1023, '1.023 Byte'],
    [1536, '1,50 KB'],
    [1024 ** 2 - 1, '1,00 MB'],
    [3 * 1024 ** 4, '3.072,00 GB'],
  ])('write %p bytes as %p', (bytes, text) => {
    expect(plain(german.formatBytes(bytes))).toBe(text);
  });

  it('write percentages, durations, dates and amounts as usual in the language', () => {
    expect(plain(german.formatPercent(42.04))).toBe('42,0 %');
    expect(plain(german.formatSeconds(185))).toBe('3 Min. 5 Sek.');
    expect(plain(german.formatDurationMs(300))).toBe('<1 Sek.');
    expect(german.formatSpeed(0)).toBe('');
    expect(plain(german.formatSpeed(2_097_152))).toBe('2,00 MB/s');
    expect(plain(german.formatDay(new Date(2026, 10, 30)))).toBe('30.11.2026');
    expect(plain(german.formatLongDay(new Date(2026, 10, 30)))).toBe('30. November 2026');
    expect(german.formatDateTime('not a date')).toBe('-');
    expect(german.formatCount(12_345)).toBe('12.345');
    expect([0.9, 0.085].map((usd) => plain(german.formatUsd(usd)))).toEqual(['0,90 $', '0,085 $']);
    expect(plain(dollarsIn('de')(4.5))).toBe('4,50 $');
  });
});

describe('amounts in Arabic', () => {
  it('keep the Latin sign on its side of the figures', async () => {
    const { dollars, formats } = await import('./ar/intl.js');
    for (const write of [dollars, formats.formatUsd]) {
      expect(write(19)).toMatch(/^\u2066.*US\$\u2069$/);
    }
  });
});

describe('counts', () => {
  it.each([
    [0, '0 zero'],
    [1, '1 one'],
    [2, '2 two'],
    [3, '3 few'],
    [10, '10 few'],
    [11, '11 many'],
    [100, '100 other'],
    [103, '103 few'],
  ])('of %i have the Arabic form “%s”', (count, text) => {
    const forms = { zero: '# zero', one: '# one', two: '# two', few: '# few', many: '# many' };
    expect(counterOf('ar-u-nu-latn')(count, { ...forms, other: '# other' })).toBe(text);
  });

  it('have the general form where a language has no other', () => {
    expect(counterOf('ja')(1, { other: '#件' })).toBe('1件');
  });
});

describe('an opened language', () => {
  beforeEach(() => jest.resetModules());

  const open = async (language: Language) => {
    const catalogue = await import('../lib/texts/catalogue.js');
    catalogue.setTranslation(await openLanguage(language));
    return catalogue;
  };

  it('gives its texts to modules that are imported later, those of the app after all texts', async () => {
    const { withAllTexts } = await open('de');
    const { texts: sharePage } = await import('../features/share-page/texts.js');
    expect(sharePage.password.submit).toBe('Datei öffnen');
    const { texts: auth } = await withAllTexts(() => import('../features/auth/texts.js'));
    expect(auth.signInTab).toBe('Anmelden');
    const { describeDays } = await import('../lib/texts/policy.js');
    expect(describeDays({ min: 1, max: 30 })).toBe('1 bis 30 Tage');
  });

  it.each([
    ['en', '42%', '0%'],
    ['de', '42 %', '0 %'],
    ['ja', '42%', '0%'],
  ] as const)('writes a whole percentage as usual in %s', async (language, some, none) => {
    await open(language);
    const { describePercent } = await import('../lib/texts/figures.js');
    expect([42, 0].map((percent) => plain(describePercent(percent)))).toEqual([some, none]);
  });

  it('says what a server refused, and keeps the text of a reason that it does not know', async () => {
    await open('de');
    const { describeAnswer } = await import('../lib/http/http.js');
    const answer = (reason: string) =>
      describeAnswer(403, 'Forbidden', JSON.stringify({ message: 'In English.', reason })).message;
    expect(answer('access-denied')).toBe(
      '403: Das Passwort ist falsch oder der Link ist abgelaufen.',
    );
    expect(answer('invalid-filename')).toMatch(/^403: Der Server hat die Anfrage nicht angenommen/);
    expect(answer('of-a-newer-server')).toBe('403: In English.');
    const { failureText } = await import('../lib/texts/failure-texts.js');
    expect(failureText({ code: 'room-full', serverText: 'Too many people.' })).toBe(
      'Zu viele Personen sind mit dieser Freigabe verbunden.',
    );
    expect(failureText({ code: 'of-a-newer-server', serverText: 'In English.' })).toBe(
      'In English.',
    );
  });

  it('keeps each French mark on the line of its word', async () => {
    const { default: recipient } = await import('./fr/recipient.js');
    const { default: app } = await import('./fr/app.js');
    const texts = JSON.stringify({ ...recipient, ...app, antd: null });
    expect(texts).toContain('Mot de passe oublié\u00a0?');
    expect(texts).not.toMatch(/« | [?!;:»]/);
    expect(plain(recipient.files.faults.empty('a'))).toBe('« a » est vide.');
    expect(recipient.files.faults.empty('a ?')).toBe('«\u00a0a ?\u00a0» est vide.');
  });

  it('keeps the direction of a name within an Arabic sentence', async () => {
    const { withAllTexts } = await open('ar');
    const { awayTexts } = await import('../features/share-page/receive/away/texts.js');
    expect(awayTexts.back('Ada')).toBe('\u2068Ada\u2069 متصل بالإنترنت.');
    const { texts } = await withAllTexts(() => import('../features/dashboard/texts.js'));
    expect(texts.deliveryNotices.body('a.txt')).toContain('\u2068a.txt\u2069');
  });

  it('addresses the sender politely in Japanese, by a name or without one', async () => {
    await open('ja');
    const { awayTexts } = await import('../features/share-page/receive/away/texts.js');
    expect(['Ada', ''].map(awayTexts.back)).toEqual([
      'Adaさんがオンラインになりました。',
      '送信者がオンラインになりました。',
    ]);
  });

  it('translates the size that a share was stored with, and keeps any other text', async () => {
    await open('de');
    const { setCurrentLanguage } = await import('../lib/language/language.js');
    setCurrentLanguage('de');
    const { formatStoredSize } = await import('../lib/texts/format.js');
    expect(plain(formatStoredSize('1.86 GB'))).toBe('1,86 GB');
    expect(formatStoredSize('large')).toBe('large');
    setCurrentLanguage('en');
    expect(formatStoredSize('1.86 GB')).toBe('1.86 GB');
  });

  it.each<[Language, string, string]>([
    ['en', '2026-11-20: 1 download', '2026-11-20: 2 downloads'],
    ['de', '2026-11-20: 1 Download', '2026-11-20: 2 Downloads'],
    ['fr', '2026-11-20 : 1 téléchargement', '2026-11-20 : 2 téléchargements'],
    ['es', '2026-11-20: 1 descarga', '2026-11-20: 2 descargas'],
    ['pt-BR', '2026-11-20: 1 download', '2026-11-20: 2 downloads'],
  ])('counts the downloads of a day: %s', async (language, one, two) => {
    const { withAllTexts } = await open(language);
    const { texts } = await withAllTexts(() => import('../features/audit/texts.js'));
    const { day } = texts.activity;
    expect(['1', '2'].map((count) => plain(day('2026-11-20', count)))).toEqual([one, two]);
  });

  it.each<[Language, string]>([
    ['en', 'day days days days'],
    ['de', 'Tag Tage Tage Tage'],
    ['fr', 'jour jours jours jours'],
    ['es', 'día días días días'],
    ['pt-BR', 'dia dias dias dias'],
    ['ja', '日間 日間 日間 日間'],
    ['ar', 'يوم أيام يومًا يوم'],
  ])(
    'names 1, 3, 14 and 100 days beside the expiry of a new share: %s',
    async (language, units) => {
      const { withAllTexts } = await open(language);
      const { texts } = await withAllTexts(() => import('../features/dashboard/texts.js'));
      expect([1, 3, 14, 100].map(texts.upload.days).join(' ')).toBe(units);
    },
  );

  it.each<[Language, string, string]>([
    ['de', '1 Datei wird als ZIP gepackt …', '2 Dateien werden als ZIP gepackt …'],
    ['fr', 'Compression de 1 fichier en ZIP…', 'Compression de 2 fichiers en ZIP…'],
    ['es', 'Comprimiendo 1 archivo en un ZIP…', 'Comprimiendo 2 archivos en un ZIP…'],
    ['pt-BR', 'Compactando 1 arquivo em um ZIP…', 'Compactando 2 arquivos em um ZIP…'],
  ])(
    'counts the files that are packed, and makes the verb agree: %s',
    async (language, one, two) => {
      const { withAllTexts } = await open(language);
      const { texts } = await withAllTexts(() => import('../features/dashboard/texts.js'));
      expect([1, 2].map(texts.upload.packing)).toEqual([one, two]);
    },
  );

  it.each<[Language, string, string]>([
    [
      'de',
      'Beim Beenden wird 1 Übertragung unterbrochen.',
      'Beim Beenden werden 2 Übertragungen unterbrochen.',
    ],
    ['fr', 'L’arrêt interrompt 1 transfert.', 'L’arrêt interrompt 2 transferts.'],
    [
      'es',
      'Si deja de enviar, se interrumpirá 1 transferencia.',
      'Si deja de enviar, se interrumpirán 2 transferencias.',
    ],
  ])('counts the transfers that stopping interrupts: %s', async (language, one, two) => {
    const { withAllTexts } = await open(language);
    const { texts } = await withAllTexts(() => import('../features/dashboard/texts.js'));
    expect([1, 2].map(texts.stopQuestion.several)).toEqual([one, two]);
  });

  it('counts the other files of a French selection, and its administrators’ users', async () => {
    const { withAllTexts } = await open('fr');
    const { texts: files } = await import('../lib/files/texts.js');
    expect([1, 2].map((count) => files.andMore('a', count))).toEqual([
      'a et 1 autre',
      'a et 2 autres',
    ]);
    const { texts: admin } = await withAllTexts(() => import('../features/admin/texts.js'));
    expect(['1', '2'].map(admin.log.more)).toEqual(['et 1 autre', 'et 2 autres']);
    expect(admin.dashboard.cards.usersNote('1')).toMatch(/^1 actif /);
  });

  it.each<[Language, string[]]>([
    ['en', ['1 transfer', '2 transfers']],
    ['de', ['1 Übertragung', '2 Übertragungen']],
    ['fr', ['1 transfert', '2 transferts']],
    ['es', ['1 transferencia', '2 transferencias']],
    ['pt-BR', ['1 transferência', '2 transferências']],
  ])('counts transfers: %s', async (language, forms) => {
    const { withAllTexts } = await open(language);
    const { texts } = await withAllTexts(() => import('../features/admin/texts.js'));
    const { cards, dayPoint } = texts.dashboard;
    for (const [index, form] of forms.entries()) {
      const count = String(index + 1);
      const exactly = new RegExp(`(^|[ :])${form}([ ,]|$)`);
      expect(cards.turnNote(count)).toMatch(exactly);
      expect(plain(dayPoint('2026-11-20', count, '1 KB'))).toMatch(exactly);
    }
  });

  it.each(languages.filter((language) => language !== 'en'))(
    'has every note on costs, with the figures that it is about: %s',
    async (language) => {
      const { withAllTexts } = await open(language);
      const { texts } = await withAllTexts(() => import('../features/admin/texts.js'));
      const facts = {
        transfers: '1000',
        relayed: '250',
        relayedBytes: '10 GB',
        cost: '$97',
        price: '$9',
        pricedBytes: '954 MB',
        manyRelayedPercent: '30',
        unknown: '7',
      };
      const note = (kind: string) => texts.dashboard.describeNote(kind, facts);
      const notes = costNoteKinds.map(note);
      expect(new Set(notes).size).toBe(costNoteKinds.length);
      expect(notes).not.toContain(undefined);
      const { transfers, relayed, relayedBytes, cost, price, pricedBytes } = facts;
      for (const figure of [transfers, relayed, relayedBytes, cost]) {
        expect(note('relayed')).toContain(figure);
      }
      for (const figure of [price, pricedBytes]) expect(note('price')).toContain(figure);
      expect(note('many-relayed')).toContain(facts.manyRelayedPercent);
      expect(note('unknown-routes')).toContain(facts.unknown);
      expect(note('of-a-newer-server')).toBeUndefined();
    },
  );
});

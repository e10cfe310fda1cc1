import { browserLanguage, chooseLanguage, dateFormat, localise, numberFormat } from './language.js';

test.each([
  [['es-US', 'en-US'], 'es'],
  [['fr-CA', 'ES'], 'es'],
  [['en-GB', 'es'], 'en'],
  [['de-DE'], 'en'],
  [[], 'en'],
])('a browser set to %j begins in %s', (preferred, language) => {
  expect(browserLanguage(preferred)).toBe(language);
});

describe('a language that is chosen', () => {
  afterEach(() => {
    chooseLanguage('en');
  });

  it('is the language of the document', () => {
    chooseLanguage('es');
    expect(document.documentElement.lang).toBe('es');
    chooseLanguage('en');
    expect(document.documentElement.lang).toBe('en');
  });

  it('is what sentences of definitions and of the server are said in', () => {
    expect(localise('Full Name')).toBe('Full Name');
    chooseLanguage('es', (sentence) => `¡${sentence}!`);
    expect(localise('Full Name')).toBe('¡Full Name!');
    chooseLanguage('en');
    expect(localise('Full Name')).toBe('Full Name');
  });

  it('is what numbers and dates are written in, by formats made before', () => {
    const instant = new Date('2026-11-20T17:41:00.000Z');
    const day = dateFormat({ timeZone: 'UTC', weekday: 'long', month: 'long', day: 'numeric' });
    const figures = dateFormat({
      ...{ timeZone: 'UTC', month: '2-digit', day: '2-digit', year: 'numeric' },
      ...{ hour: 'numeric', minute: '2-digit' },
    });
    const money = numberFormat({ style: 'currency', currency: 'USD' });
    expect([day.format(instant), figures.format(instant), money.format(1_048.5)]).toEqual([
      'Friday, November 20',
      '11/20/2026, 5:41 PM',
      '$1,048.50',
    ]);
    chooseLanguage('es');
    // The month before the day in figures, as dates are typed (rule A18).
    expect([day.format(instant), figures.format(instant), money.format(1_048.5)]).toEqual([
      'viernes, 20 de noviembre',
      '11/20/2026, 5:41 p.m.',
      '$1,048.50',
    ]);
  });
});

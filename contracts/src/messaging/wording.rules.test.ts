import { wordingFor } from './wording.rules.js';

const both = { title: 'Quote', text: 'Hello', title_es: 'Cotización', text_es: 'Hola' };

test.each([
  ['its own language', both, 'es', { language: 'es', title: 'Cotización', text: 'Hola' }],
  ['English', both, 'en', { language: 'en', title: 'Quote', text: 'Hello' }],
  [
    'English where there is no Spanish text',
    { ...both, text_es: '' },
    'es',
    { language: 'en', title: 'Quote', text: 'Hello' },
  ],
  [
    'English of a template from before there were two',
    { title: 'Quote', text: 'Hello' },
    'es',
    { language: 'en', title: 'Quote', text: 'Hello' },
  ],
  [
    'the one title that a text has',
    { title: 'Quote', text: 'Hello', text_es: 'Hola' },
    'es',
    { language: 'es', title: 'Quote', text: 'Hola' },
  ],
] as const)('a customer is sent %s', (_what, template, language, sent) => {
  expect(wordingFor(template, language)).toEqual(sent);
});

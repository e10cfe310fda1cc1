import { localiseSpanish } from './localise-spanish.js';

test.each([
  // As it stands.
  ['Call Back', 'Volver a llamar'],
  ['This field is required', 'Este campo es obligatorio'],
  // With what differs each time.
  ['Lead assigned to Dana Reyes', 'Prospecto asignado a Dana Reyes'],
  ['At most 5,000 characters', 'Como máximo 5,000 caracteres'],
  ['1 lead assigned to Dana Reyes', '1 prospecto asignado a Dana Reyes'],
  ['3 leads assigned to Dana Reyes', '3 prospectos asignados a Dana Reyes'],
  // What is filled in is put into Spanish, too.
  [
    'It is 7:12 AM CT there; calls may begin at 9:00 AM CT',
    'Allí son las 7:12 AM CT; se permiten llamadas a partir de las 9:00 AM CT',
  ],
  [
    'It is Saturday 8:12 PM CT there; texts may begin on Monday at 9:00 AM CT',
    'Allí es sábado 8:12 PM CT; se permiten mensajes de texto a partir del lunes a las 9:00 AM CT',
  ],
  [
    'Tried 3 times in 24 hours, Florida allows 3 for each person; again from Monday 8:00 AM ET',
    'Intentado 3 veces en 24 horas; Florida permite 3 por persona; de nuevo desde lunes 8:00 AM ET',
  ],
  [
    'Allowed by an admin: The number is on our own list',
    'Permitido por un administrador: El número está en nuestra propia lista',
  ],
  [
    'Texas asks for a written consent to calls: none is on file',
    'Texas pide un consentimiento por escrito para llamadas: no hay ninguno registrado',
  ],
  ['Ana Whitlock holds no life licence for Vermont', 'Ana Whitlock no tiene licencia de vida para Vermont'],
  // What nobody put into Spanish is left as it is.
  ['Raymond Okafor', 'Raymond Okafor'],
])('%s', (sentence, spanish) => {
  expect(localiseSpanish(sentence)).toBe(spanish);
  expect(localiseSpanish(sentence)).toBe(spanish);
});

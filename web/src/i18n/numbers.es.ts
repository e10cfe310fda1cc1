import type { numberMessages } from './numbers.en.js';
import type { Translated } from './translated.js';

export const numberEs = {
  numbers: {
    title: 'Números',
    import: 'Importar del operador',
    emptyText:
      'Importe los números de la cuenta del operador. Luego se llama a los prospectos desde el número más cercano, y dos agentes nunca muestran el mismo.',
    tollfree: 'Gratuito',
    restsUntil: 'En descanso hasta: %{date}',
    gone: 'No está en la cuenta',
    ofLimit: '%{used} de %{limit}',
    rate: '%{percent} de %{calls}',
    deleteText: '%{name} se retira del grupo. La cuenta del operador ya no lo tiene.',
  },
} satisfies Translated<typeof numberMessages>;

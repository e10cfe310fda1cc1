import type { evidenceMessages } from './evidence.en.js';
import type { Translated } from './translated.js';

export const evidenceEs = {
  evidence: {
    pack: 'Paquete de pruebas',
    packOf: 'Paquete de pruebas de %{name}',
    title: 'Pruebas',
    text: 'Consentimientos, intentos, llamadas, textos, correos y bajas en un archivo ZIP con un índice.',
  },
} satisfies Translated<typeof evidenceMessages>;

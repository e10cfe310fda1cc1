import type { evidenceMessages } from './evidence.en.js';
import type { Translated } from './translated.js';

export const evidenceEs = {
  evidence: {
    pack: 'Paquete de pruebas',
    packOf: 'Paquete de pruebas de %{name}',
    title: 'Pruebas',
    page: 'Paquetes de pruebas',
    about: 'Teléfono, correo o ID de prospecto',
    aboutHelp: 'Del cliente, o del prospecto según el registro de auditoría',
    aboutWrong: 'Ingrese un teléfono, un correo o un ID de prospecto',
    text: 'Consentimientos, intentos, llamadas, textos, correos y bajas en un archivo ZIP con un índice.',
  },
} satisfies Translated<typeof evidenceMessages>;

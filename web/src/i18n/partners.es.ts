import type { partnerMessages } from './partners.en.js';
import type { Translated } from './translated.js';

export const partnerEs = {
  partners: {
    emptyText: 'Los socios envían prospectos por la API con su propia clave. Agregue el primero.',
    never: 'Aún ninguno',
    off: 'Desactivado',
    renew: 'Clave nueva para %{name}',
    keyTitle: 'La clave de %{name}',
    keyText:
      'Cópiela ahora: se muestra una sola vez. Envíela en el encabezado X-Api-Key de POST %{addresses}, con el identificador del socio de cada prospecto en Idempotency-Key.',
    keyLabel: 'Clave',
    copy: 'Copiar',
    copied: 'Copiada',
    renewTitle: '¿Crear una clave nueva?',
    renewText: 'La clave actual de %{name} deja de funcionar de inmediato.',
    renewed: 'Clave nueva creada',
    renewNow: 'Crear una clave nueva',
  },
} satisfies Translated<typeof partnerMessages>;

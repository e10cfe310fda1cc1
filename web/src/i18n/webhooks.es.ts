import type { webhookMessages } from './webhooks.en.js';
import type { Translated } from './translated.js';

export const webhookEs = {
  webhooks: {
    emptyText: 'Los webhooks envían eventos a otros sistemas por HTTPS. Agregue el primero.',
    never: 'Aún ninguna',
    off: 'Desactivado',
    failing: 'Con fallos',
    deliveries: 'Entregas',
    test: 'Enviar un evento de prueba a %{name}',
    renew: 'Secreto nuevo para %{name}',
    replay: 'Volver a enviar eventos a %{name}',
    secretTitle: 'El secreto de %{name}',
    secretText:
      'Cópielo ahora: se muestra una sola vez. El receptor verifica con él el encabezado webhook-signature, como describe Standard Webhooks.',
    secretLabel: 'Secreto',
    copy: 'Copiar',
    copied: 'Copiado',
    renewTitle: '¿Crear un secreto nuevo?',
    renewText:
      'Durante 24 horas los eventos a %{name} se firman con ambos secretos; después, solo con el nuevo.',
    renewed: 'Secreto nuevo creado',
    renewNow: 'Crear un secreto nuevo',
    replayTitle: 'Volver a enviar eventos',
    replayText: 'Los eventos conservan su identificador, así que el receptor reconoce los que ya tiene.',
    from: 'Desde',
    to: 'Hasta',
    which: 'Cuáles',
    onlyFailed: 'Entregas fallidas',
    all: 'Todas las entregas',
    replayNow: 'Volver a enviar',
    wrongPeriod: 'El último día es anterior al primero',
    more: 'Se encontraron más de 10,000: repita desde un día posterior',
  },
  webhookDeliveries: {
    emptyText: 'Los eventos que se envían a webhooks aparecen durante 14 días.',
    replay: 'Volver a enviar %{type}',
  },
} satisfies Translated<typeof webhookMessages>;

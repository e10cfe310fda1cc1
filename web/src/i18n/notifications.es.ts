import type { notificationMessages } from './notifications.en.js';
import type { Translated } from './translated.js';

export const notificationEs = {
  notifications: {
    title: 'Notificaciones',
    none: 'No hay notificaciones',
    failed: 'No se pudieron cargar las notificaciones.',
    unread: 'Notificaciones, %{smart_count} sin leer',
    message: 'Mensaje de %{lead}',
    voicemail: 'Mensaje de voz de %{lead}',
    followup: 'Seguimiento con %{lead}',
    licence: 'Licencias de %{lead}',
    webhook: 'Webhook %{lead}',
    audio: 'el mensaje de voz de %{lead}',
    read: 'Marcar como leída: %{title}',
    now: 'ahora mismo',
    minutes: 'hace %{smart_count} minuto |||| hace %{smart_count} minutos',
    hours: 'hace %{smart_count} hora |||| hace %{smart_count} horas',
    days: 'hace %{smart_count} día |||| hace %{smart_count} días',
  },
} satisfies Translated<typeof notificationMessages>;

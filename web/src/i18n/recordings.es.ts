import type { recordingMessages } from './recordings.en.js';
import type { Translated } from './translated.js';

export const recordingEs = {
  player: {
    play: 'Reproducir %{label}',
    pause: 'Pausar %{label}',
    again: 'Intentar reproducir de nuevo %{label}',
    position: 'Posición en %{label}',
    at: '%{at} de %{length}',
    speed: 'Velocidad: %{speed} veces',
    notReady: 'Aún no está listo',
    failed: 'No se pudo reproducir',
  },
  records: {
    title: 'Grabaciones',
    search: 'Buscar grabaciones por prospecto o agente',
    date: 'Fecha (PT)',
    lead: 'Nombre del prospecto',
    agent: 'Nombre del agente',
    audio: 'Grabación',
    ofLead: 'la llamada con %{lead}, %{at}',
    showNew: 'Mostrar grabaciones nuevas',
    none: 'Aún no hay grabaciones',
    noneText: 'Las llamadas grabadas de más de dos minutos aparecen aquí.',
    noneMatch: 'Ninguna grabación coincide con esta búsqueda',
    noneMatchText: 'Busque por nombre de prospecto o agente.',
    formerAgent: 'Nadie',
    unknownLead: 'Desconocido',
  },
  history: {
    list: 'Llamadas grabadas de este prospecto',
    none: 'Aún no hay llamadas grabadas',
    failed: 'No se pudieron cargar las llamadas grabadas.',
    id: 'Grabación %{id}',
    text: 'Lo que se dijo',
    noText: 'Sin transcripción',
    recordFailed: 'No se pudo cargar esta llamada.',
    label: 'la llamada de las %{at}',
  },
  vm: {
    list: 'Mensajes de voz de este cliente',
    none: 'No hay mensajes de voz',
    failed: 'No se pudieron cargar los mensajes de voz.',
    new: 'Nuevo',
    unread: '%{smart_count} mensaje de voz nuevo |||| %{smart_count} mensajes de voz nuevos',
    label: 'el mensaje de voz de las %{at}',
  },
} satisfies Translated<typeof recordingMessages>;

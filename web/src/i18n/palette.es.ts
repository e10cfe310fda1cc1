import type { paletteMessages } from './palette.en.js';
import type { Translated } from './translated.js';

export const paletteEs = {
  palette: {
    title: 'Buscar un prospecto, una página o una acción',
    leads: 'Prospectos',
    pages: 'Páginas',
    list: 'Lista',
    recent: 'Recientes',
    choices: 'Opciones',
    showAll: 'Mostrar todos los prospectos encontrados',
    results: '%{smart_count} resultado |||| %{smart_count} resultados',
    searching: 'Buscando…',
    nothing: 'No se encontró nada para “%{text}”',
    noneToChoose: 'No hay nada que elegir',
    hint: 'Escriba un nombre, los dígitos de un teléfono, un correo, una página o una acción',
    offline: 'Ahora no se pueden buscar prospectos. Las páginas y acciones siguen funcionando.',
    failed: 'No se pudieron cargar las opciones',
    move: 'Mover',
    open: 'Abrir',
    back: 'Atrás',
    home: 'Inicio',
    setStatus: 'Poner %{status}',
    assignTo: 'Asignar a…',
    call: 'Llamar',
    openCallCentre: 'Abrir centro de llamadas',
    sendSms: 'Enviar SMS…',
    sendEmail: 'Enviar correo…',
    text: 'Texto: %{title}',
    checked: '%{smart_count} prospecto marcado |||| %{count} prospectos marcados',
  },
} satisfies Translated<typeof paletteMessages>;

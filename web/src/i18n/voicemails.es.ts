import type { voicemailMessages } from './voicemails.en.js';
import type { Translated } from './translated.js';

export const voicemailEs = {
  voicemails: {
    file: 'Archivo de audio',
    choose: 'Elija un archivo mp3 o wav',
    chooseOther: 'Elegir otro archivo',
    limit: 'Máximo 5 MB',
    wrongType: 'El archivo debe ser mp3 o wav',
    tooLarge: 'El archivo pesa más de 5 MB',
    chooseFirst: 'Primero elija un archivo de audio',
    upload: 'Subir',
    loadFailed: 'No se pudieron cargar los mensajes de voz.',
    remove: 'Quitar',
  },
  oooVm: {
    title: 'Mensaje de voz de ausencia',
    hint: 'Se reproduce a quienes llaman mientras usted está fuera de la oficina, antes de que dejen un mensaje.',
    present: 'Su mensaje de voz de ausencia',
    none: 'Aún no hay ninguno. Quienes llaman oyen el de la empresa.',
    label: 'su mensaje de voz de ausencia',
    save: 'Guardar',
  },
  outboundVm: {
    title: 'Mensajes de voz salientes',
    hint: 'Deje uno en el buzón de un cliente con un clic durante la llamada.',
    list: 'Sus mensajes de voz',
    none: 'Aún no hay mensajes de voz. Suba uno para usarlo en sus llamadas.',
    label: 'el mensaje de voz %{title}',
    removeOf: 'Quitar %{title}',
    removeTitle: 'Quitar mensaje de voz',
    removeText: '“%{title}” se quita de forma permanente.',
    added: 'Agregado: %{at}',
  },
} satisfies Translated<typeof voicemailMessages>;

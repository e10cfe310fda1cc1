import type { templateMessages } from './templates.en.js';
import type { Translated } from './translated.js';

export const templateEs = {
  templates: {
    sms: 'Mensajes de texto',
    email: 'Mensajes de correo',
    smsHint: 'Textos que envía a menudo, a un clic en cada prospecto.',
    emailHint: 'Correos que envía a menudo, a un clic en cada prospecto.',
    sendSms: 'SMS',
    sendEmail: 'Correo',
    list: 'Plantillas',
    none: 'No hay plantillas',
    failed: 'No se pudieron cargar las plantillas.',
    choose: 'Primero elija una plantilla',
    send: 'Enviar',
    preview: 'Lo que se envía',
    previewFailed: 'No se pudo cargar la vista previa.',
    to: 'Para %{to}',
    missing: 'Este prospecto no tiene valor para: %{fields}',
    unknown: 'Campo desconocido: %{fields}',
    add: 'Plantilla nueva',
    remove: 'Quitar %{name}',
    removeTitle: 'Quitar plantilla',
    removeText: '“%{name}” se quita de forma permanente.',
    removeAction: 'Quitar',
    newTitle: 'Plantilla nueva',
    editTitle: 'Editar plantilla',
    text: 'Texto',
    insert: 'Insertar un campo',
    notReady: 'Primero llene los campos obligatorios',
    save: 'Guardar',
    back: 'Atrás',
    characters:
      '%{count} caracteres, %{smart_count} segmento |||| %{count} caracteres, %{smart_count} segmentos',
  },
} satisfies Translated<typeof templateMessages>;

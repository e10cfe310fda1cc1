import type { accountMessages } from './account.en.js';
import type { Translated } from './translated.js';

export const accountEs = {
  changePassword: {
    title: 'Cambiar contraseña',
    old: 'Contraseña anterior',
    new: 'Contraseña nueva',
    confirmation: 'Confirmar contraseña nueva',
    rule: 'Al menos 12 caracteres, por ejemplo varias palabras. Se cierra la sesión en los demás dispositivos.',
    required: 'Obligatorio.',
    mismatch: 'Las contraseñas deben ser iguales',
    notReady: 'Primero llene los tres campos',
  },
  oooText: {
    title: 'Texto de ausencia',
    hint: 'Se envía por texto a quienes llaman mientras usted está fuera de la oficina.',
    text: 'Mensaje de texto de respuesta',
    empty: 'Déjelo vacío para usar el texto de la empresa.',
    same: 'No hay cambios que guardar',
  },
  cellPhone: {
    title: 'Cambiar número de celular',
    hint: 'El número en el que se le puede localizar.',
    required: 'El teléfono es obligatorio',
    same: 'No hay cambios que guardar',
  },
} satisfies Translated<typeof accountMessages>;

import type { settingsMenuMessages } from './settings-menu.en.js';
import type { Translated } from './translated.js';

export const settingsMenuEs = {
  settingsMenu: {
    groups: { messages: 'Ausencia y mensajes', account: 'Su cuenta', administration: 'Administración' },
    theme: 'Tema',
    light: 'Claro',
    dark: 'Oscuro',
    language: 'Idioma',
    oooVm: 'Mensaje de voz de ausencia',
    oooText: 'Texto de ausencia',
    sessions: 'Sesiones',
    secondFactor: 'Seguridad de acceso',
    sound: 'Sonido',
    colleague: 'Llamar a un compañero',
    outboundVm: 'Mensajes de voz salientes',
    textMessages: 'Mensajes de texto',
    emailMessages: 'Mensajes de correo',
    cellPhone: 'Cambiar número de celular',
    newAgent: 'Nuevo agente',
    newGuide: 'Nuevo guía',
    updateAgent: 'Actualizar agente',
    phones: 'Teléfonos',
    settings: 'Configuración',
    changePassword: 'Cambiar contraseña',
    logout: 'Cerrar sesión',
  },
} satisfies Translated<typeof settingsMenuMessages>;

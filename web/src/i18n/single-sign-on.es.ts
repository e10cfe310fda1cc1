import type { singleSignOnMessages } from './single-sign-on.en.js';
import type { Translated } from './translated.js';

export const singleSignOnEs = {
  singleSignOn: {
    title: 'Inicio de sesión único',
    emptyText:
      'Las personas inician sesión en su proveedor de identidad, y SCIM las agrega y las quita. Agregue el primero.',
    off: 'Desactivado',
    never: 'Aún sin usar',
    noToken: 'Ninguno',
    callback: 'Dirección de retorno, que se registra en el proveedor',
    scim: 'Dirección de SCIM',
    copy: 'Copiar',
    copied: 'Copiado',
    token: 'Token de SCIM de %{name}',
    tokenTitle: 'Token de SCIM de %{name}',
    tokenFirst: 'Con él, el proveedor agrega, cambia y quita cuentas.',
    tokenAgain:
      'Un token nuevo anula enseguida el que está en uso: SCIM falla hasta que el proveedor tenga el nuevo.',
    tokenText: 'Cópielo ahora: se muestra una sola vez. El proveedor lo envía como token bearer.',
    tokenLabel: 'Token',
    create: 'Crear un token',
    created: 'Token creado',
    withdraw: 'Retirar el token',
    withdrawn: 'Token retirado',
    group: 'Grupo o valor',
    role: 'Función',
    addRow: 'Agregar una función',
    removeRow: 'Quitar %{value}',
    noRows: 'Nadie recibe una cuenta en su primer inicio de sesión',
  },
} satisfies Translated<typeof singleSignOnMessages>;

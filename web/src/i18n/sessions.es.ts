import type { sessionMessages } from './sessions.en.js';
import type { Translated } from './translated.js';

export const sessionEs = {
  sessions: {
    title: 'Sesiones',
    hint: 'Dónde tiene la sesión iniciada. Cierre lo que no reconozca.',
    list: 'Sesiones',
    none: 'No hay sesiones',
    failed: 'No se pudieron cargar las sesiones',
    browserOn: '%{browser} en %{system}',
    unknown: 'Navegador desconocido',
    current: 'Esta sesión',
    place: 'Dirección %{address}',
    placeIn: 'Dirección %{address}, red %{network}',
    times: 'Inició sesión %{since}, último clic %{click}',
    end: 'Cerrar',
    endNamed: 'Cerrar la sesión en %{name}',
    endOthers: 'Cerrar todas las demás',
    everywhere: 'Cerrar sesión en todas partes',
    everywhereText: 'Esto cierra todas sus sesiones, también esta.',
    noOthers: 'No hay otras sesiones',
    ofPerson: 'Sesiones de %{name}',
    endAll: 'Cerrar todas',
    noneToEnd: 'No hay sesiones que cerrar',
  },
} satisfies Translated<typeof sessionMessages>;

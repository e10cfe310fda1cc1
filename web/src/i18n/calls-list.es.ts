import type { callListMessages } from './calls-list.en.js';
import type { Translated } from './translated.js';

export const callListEs = {
  callList: {
    emptyText: 'Aquí aparecen las llamadas, también las que nadie contestó o no se permitieron.',
    agents: 'Agentes',
    findAgents: 'Buscar agentes',
    export: 'Exportar CSV',
    file: 'llamadas.csv',
    live: 'En curso',
    unknownLead: 'Número desconocido',
    formerLead: 'Prospecto eliminado',
    nobody: 'Nadie',
    hidden: 'Oculto por el estatus',
  },
} satisfies Translated<typeof callListMessages>;

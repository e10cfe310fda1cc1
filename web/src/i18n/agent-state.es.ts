import type { agentStateMessages } from './agent-state.en.js';
import type { Translated } from './translated.js';

export const agentStateEs = {
  agentState: {
    goAway: 'Desconectarse un rato',
    break: 'Descanso',
    lunch: 'Almuerzo',
    training: 'Capacitación',
    meeting: 'Reunión',
    wrapUp: 'Cierre',
    ready: 'Listo',
    readyHint: 'Terminar el cierre',
    inCall: 'Está en una llamada',
  },
} satisfies Translated<typeof agentStateMessages>;

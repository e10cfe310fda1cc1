import type { leadFormMessages } from './lead-form.en.js';
import type { Translated } from './translated.js';

export const leadFormEs = {
  lifeForm: {
    title: 'Información del cliente',
    marketplace: 'Prospecto del mercado publicitario',
    tab: { basic: 'Datos básicos', quote: 'Cotización' },
    create: 'Crear',
    update: 'Actualizar',
    phoneHidden: 'Oculto por el estatus',
    termFirst: 'Primero elija el tipo de producto',
    toCorrect: '%{smart_count} campo por corregir |||| %{smart_count} campos por corregir',
    toFill: '%{smart_count} campo por llenar |||| %{smart_count} campos por llenar',
    errorsHere: '%{smart_count} campo por corregir |||| %{smart_count} campos por corregir',
    nothingToSave: 'No hay cambios que guardar',
    notAsked: 'Tal como está el prospecto, esto no se pregunta.',
    undo: 'Deshacer',
    undoOf: 'Deshacer el cambio de %{field}',
    offline:
      'No hay conexión, así que no se guardó nada. Sus cambios se conservan: guarde de nuevo cuando vuelva a estar en línea.',
    noAnswer:
      'El servidor tardó demasiado en responder. Verifique si el prospecto se creó antes de intentar de nuevo.',
    updatedMeanwhile:
      'Otra persona guardó este prospecto. Sus cambios se conservan; verá las diferencias al guardar.',
  },
  healthForm: {
    addChild: 'Agregar un hijo',
    removeChild: 'Quitar el último hijo',
    child: 'Hijo %{number}',
    childrenCount: 'Hijos: %{count}',
    maxChildren: 'Un prospecto no admite más hijos que estos',
  },
} satisfies Translated<typeof leadFormMessages>;

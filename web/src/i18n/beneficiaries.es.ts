import type { beneficiaryMessages } from './beneficiaries.en.js';
import type { Translated } from './translated.js';

export const beneficiaryEs = {
  beneficiary: {
    slots: 'Beneficiario',
    slot1: 'Primario',
    slot2: 'Secundario',
    slot3: 'Terciario',
    shareOf: '%{percent}%',
    shareNone: 'abierto',
    total: '%{percent}% de 100% asignado',
    name: 'Nombre',
    relative: 'Parentesco',
    dob: 'Fecha de nacimiento',
    location: 'Lugar',
    grandKids: 'Nietos',
    grandKidsHint: 'Cantidad o nombres',
    workStatus: 'Situación laboral',
    workStatusHint: 'Ocupación',
    percent: 'Porcentaje',
    percentSlider: 'Porcentaje con control deslizante',
    left: 'Queda hasta %{percent}%',
    apply: 'Aplicar',
    auto: 'Porcentaje automático',
    incomplete: 'Primero llene los campos obligatorios',
    noneLeft: '100% está asignado: primero reduzca otra parte',
    unsaved: 'Aún no aplicado',
    failed: 'No se pudieron cargar los beneficiarios.',
  },
} satisfies Translated<typeof beneficiaryMessages>;

import type { leadAuditMessages } from './lead-audit.en.js';
import type { Translated } from './translated.js';

export const leadAuditEs = {
  leadAudit: {
    title: 'Quién abrió este prospecto',
    open: 'Quién abrió este prospecto',
    openOf: 'Quién abrió %{name}',
    section: 'Acceso',
    text: 'Quién abrió, buscó, exportó, llamó o cambió este prospecto.',
    none: 'Aún no hay entradas',
    noneText: 'Aquí aparece quien abre o cambia este prospecto.',
    newest: 'Las %{shown} más recientes de %{count}',
    failed: 'No se pudo cargar',
    inAudit: 'Mostrar en Auditoría',
  },
} satisfies Translated<typeof leadAuditMessages>;

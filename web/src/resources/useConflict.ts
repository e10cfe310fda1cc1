import { useState } from 'react';
import { useDataProvider, useRecordContext, useSaveContext, type RaRecord } from 'react-admin';
import { z } from 'zod';
import type { Fields } from '@crm/contracts/fields/field.js';
import type { ConflictDialogProps } from '../conflict/ConflictDialog.js';
import { decideMerged, mergeForms } from '../conflict/merge-forms.rules.js';
import { useShowRefusal } from '../notifications/useShowAnswer.js';
import { refusalOf } from '../http/http-client.js';
import type { FormView } from './resource-view.js';
import { localise } from '../i18n/language.js';
import { shownValue } from '../fields/shown-value.js';

type Values = Record<string, unknown>;
const anyRecord = z.looseObject({ id: z.string(), version: z.int() });

/**
 * Saving beside others: where somebody saved first, what only one of the two changed is taken from that one, and the
 * person is asked about the rest, field by field.
 */
export function useConflict<F extends Fields>({ resource }: FormView<F>) {
  const { save: send } = useSaveContext();
  const dataProvider = useDataProvider();
  const showRefusal = useShowRefusal();
  const record = useRecordContext<RaRecord>();
  const [open, setOpen] = useState<ConflictDialogProps>();
  const { fields } = resource;
  const keys = Object.entries(fields).flatMap(([key, { writable }]) =>
    writable === 'always' || writable === 'change' ? [key] : [],
  );
  const written = (values: Values): Values =>
    Object.fromEntries(keys.filter((key) => key in values).map((key) => [key, values[key]]));

  const bringTogether = async (values: Values, changedBy: string | null) => {
    const before = anyRecord.parse(record);
    const answer = await dataProvider.getOne(resource.name, { id: before.id });
    const now = anyRecord.parse(answer.data);
    const merged = mergeForms({ before: written(before), mine: written(values), now: written(now) }, []);
    const again = (form: Values) => save({ ...values, ...form, version: now.version });
    if (merged.conflicts.length === 0) return again(merged.form);
    const lineOf = (key: string, from: Values) => {
      const field = fields[key];
      return field ? [{ label: localise(field.label), text: shownValue(field, from[key]) }] : [];
    };
    setOpen({
      conflicts: merged.conflicts.map(({ id }) => ({
        id,
        title: localise(fields[id]?.label ?? id),
        lines: { mine: lineOf(id, merged.form), theirs: lineOf(id, now) },
      })),
      changedBy,
      onDecide: (choices) => {
        setOpen(undefined);
        void again(decideMerged(merged, written(now), choices, []));
      },
      onClose: () => {
        setOpen(undefined);
      },
    });
    return undefined;
  };

  const save = async (values: Values): Promise<unknown> => {
    let lost: string | null | undefined;
    const errors: unknown = await send?.(values, {
      onError: (error: unknown) => {
        const refusal = refusalOf(error);
        if (refusal?.code === 'conflict') lost = refusal.conflict?.changed_by ?? null;
        else showRefusal(error);
      },
    });
    return lost === undefined ? errors : bringTogether(values, lost);
  };
  return { save, open };
}

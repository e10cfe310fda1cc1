import { useEffect, type RefObject } from 'react';
import { useShortcut } from '../shortcuts/ShortcutsProvider.js';
import { useTranslate } from '../i18n/useTranslate.js';

/** Keyboard navigation of rows: arrows move, Enter opens, x selects; off where no row opens anything. */
export function useRowKeys(area: RefObject<HTMLElement | null>, { isOff = false } = {}): void {
  const translate = useTranslate();
  useShortcut({ key: 'j', label: translate('crm.list.firstRow'), scope: 'page', isOff }, () => {
    area.current?.querySelector<HTMLElement>('tbody a')?.focus();
  });

  useEffect(() => {
    const element = area.current;
    if (!element || isOff) return undefined;
    const pressed = (event: KeyboardEvent) => {
      if (!(event.target instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.altKey)
        return;
      const row = event.target.closest('tr');
      if (event.key === 'x') {
        event.preventDefault();
        row?.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click();
        return;
      }
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const names = [...element.querySelectorAll<HTMLElement>('tbody a')];
      names[names.indexOf(event.target) + step]?.focus();
    };
    element.addEventListener('keydown', pressed);
    return () => {
      element.removeEventListener('keydown', pressed);
    };
  }, [area, isOff]);
}

import { liveTimes } from './live-times.js';

const save = { id: 'a', type: 'life', version: 4, sentAt: 100, answeredAt: 130 } as const;

describe('how long a save takes until other windows know', () => {
  test('counts until the last of the windows has the row', () => {
    const live = liveTimes();
    live.saved(save);
    live.row(0, { id: 'a', version: 4 }, 140);
    live.row(1, { id: 'a', version: 4 }, 190);
    expect(live.outcome(2)).toEqual({ took: [90], unheard: 0 });
  });

  test('takes a row that came before the answer, and a later one for an earlier save', () => {
    const live = liveTimes();
    live.row(0, { id: 'a', version: 5 }, 120);
    live.saved(save);
    expect(live.outcome(1)).toEqual({ took: [20], unheard: 0 });
  });

  test('is not fooled by an older row or by another lead', () => {
    const live = liveTimes();
    live.saved(save);
    live.row(0, { id: 'a', version: 3 }, 110);
    live.row(0, { id: 'b', version: 9 }, 115);
    expect(live.outcome(1)).toEqual({ took: [], unheard: 1 });
  });

  test('takes a hint to read the list anew once the save is answered, and none before it or of another list', () => {
    const live = liveTimes();
    live.saved(save);
    live.hint(0, 'life', 125);
    live.hint(0, 'health', 140);
    expect(live.outcome(1).unheard).toBe(1);
    live.hint(0, 'life', 150);
    expect(live.outcome(1)).toEqual({ took: [50], unheard: 0 });
  });

  test('counts a save of which one window never heard as unheard', () => {
    const live = liveTimes();
    live.saved(save);
    live.row(0, { id: 'a', version: 4 }, 140);
    expect(live.outcome(2)).toEqual({ took: [], unheard: 1 });
  });
});

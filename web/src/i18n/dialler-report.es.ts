import type { diallerReportMessages } from './dialler-report.en.js';
import type { Translated } from './translated.js';

export const diallerReportEs = {
  diallerReport: {
    title: 'Informe del marcador',
    export: 'Exportar CSV',
    file: 'marcador-%{from}-%{to}.csv',
    byDay: 'Por día y guía',
    day: 'Día',
    guide: 'Guía',
    dialled: 'Marcadas',
    people: 'Personas',
    machines: 'Máquinas',
    abandoned: 'Abandonadas',
    share: '% abandonadas',
    mean: 'Promedio',
    longest: 'Máximo',
    meanHint: 'Segundos desde que contestan hasta la voz del guía, promedio de quienes la oyeron',
    longestHint: 'Lo mismo, de quien más esperó',
    peopleAnswered: 'Personas que contestaron',
    ofDialled: 'de %{count} marcadas; %{machines} máquinas',
    abandonedShare: 'Abandonadas',
    allowed: '%{count} personas no oyeron a nadie; se permite %{most}',
    voice: 'Segundos hasta la voz',
    longestOf: 'máximo %{seconds}',
    tooMany:
      '%{share} de las personas que contestaron no oyó a nadie en dos segundos. La Regla de Ventas por Telemercadeo permite %{most} en 30 días.',
    noneTitle: 'No hay llamadas',
    noneText: 'El marcador no hizo llamadas en estos días.',
    failed: 'No se pudo cargar el informe',
  },
} satisfies Translated<typeof diallerReportMessages>;

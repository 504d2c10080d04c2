'use strict';
// Draws the charts that the page describes in its element "charts" (tuner/report/chart.hpp), in the colours of
// the style sheet, and again when those change between light and dark.
(function () {
  const charts = JSON.parse(document.getElementById('charts').textContent);

  function colour(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  }

  function colours() {
    return [1, 2, 3, 4, 5, 6].map((series) => colour('--series-' + series));
  }

  function wholeTicks(from, to) {
    const step = Math.max(1, Math.ceil((to - from) / 10));
    const ticks = [];
    for (let at = Math.ceil(from); at <= to; at += step) ticks.push({ v: at, label: String(at) });
    return ticks;
  }

  // A new child of the class.
  function child(parent, name) {
    const element = document.createElement('div');
    element.className = name;
    parent.appendChild(element);
    return element;
  }

  function diagonal(context, graph) {
    const from = graph.toDomCoords(0, 0);
    const to = graph.toDomCoords(1, 1);
    context.strokeStyle = colour('--soft');
    context.setLineDash([5, 4]);
    context.beginPath();
    context.moveTo(from[0], from[1]);
    context.lineTo(to[0], to[1]);
    context.stroke();
    context.setLineDash([]);
  }

  // A point without neighbours has no band: its bounds are a line.
  function whiskers(chart, context, graph) {
    chart.labels.slice(1).forEach((label, series) => {
      const values = chart.rows.map((row) => row[series + 1]);
      const isThere = (at) => at >= 0 && at < values.length && values[at][1] !== null;
      values.forEach((value, at) => {
        if (!isThere(at) || isThere(at - 1) || isThere(at + 1)) return;
        const low = graph.toDomCoords(chart.rows[at][0], value[0]);
        const high = graph.toDomCoords(chart.rows[at][0], value[2]);
        context.strokeStyle = colours()[series];
        context.lineWidth = 2;
        context.beginPath();
        context.moveTo(low[0], low[1]);
        context.lineTo(high[0], high[1]);
        context.stroke();
      });
    });
  }

  function xAxis(chart) {
    const xs = chart.rows.map((row) => row[0]);
    if (chart.x === 'share') return { valueRange: [0, 1.02], dateWindow: [0, 1], axes: {} };
    if (chart.x === 'amount') return { dateWindow: [0, Math.max(...xs) * 1.03 || 1], axes: {} };
    return {
      dateWindow: [Math.min(...xs) - 0.4, Math.max(...xs) + 0.4],
      axes: { x: { ticker: wholeTicks, valueFormatter: (x) => 'generation ' + x } },
    };
  }

  function draw(chart) {
    const place = document.getElementById(chart.id);
    place.textContent = '';
    const legend = child(place, 'legend');
    const plot = child(place, 'plot');
    const options = Object.assign(xAxis(chart), {
      labels: chart.labels,
      labelsDiv: legend,
      legend: 'always',
      customBars: chart.bars,
      colors: colours().slice(0, chart.labels.length - 1),
      ylabel: chart.y,
      xlabel: chart.labels[0],
      connectSeparatedPoints: true,
      drawPoints: true,
      pointSize: 3.5,
      strokeWidth: 2,
      fillAlpha: 0.16,
      axisLineColor: colour('--line'),
      gridLineColor: colour('--line'),
      digitsAfterDecimal: 4,
      interactionModel: {}, // a finger scrolls the page
      underlayCallback: (context, area, graph) => {
        context.save();
        if (chart.diagonal) diagonal(context, graph);
        if (chart.bars) whiskers(chart, context, graph);
        context.restore();
      },
    });
    return new Dygraph(plot, chart.rows, options);
  }

  // All of them are there before one is measured.
  charts.forEach((chart) => document.getElementById(chart.id).classList.add('drawn'));

  let drawn = [];
  function drawAll() {
    drawn.forEach((graph) => graph.destroy());
    drawn = charts.map(draw);
  }

  drawAll();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawAll);
})();

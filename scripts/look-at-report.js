// SPDX-License-Identifier: MIT
//
// What a person would dislike about a page at a glance, found by measuring it in a frame: findings(frame) is a list of
// sentences. For scripts/look-at-report.
'use strict';

function findings(frame) {
  const view = frame.contentWindow;
  const page = frame.contentDocument;
  const width = page.documentElement.clientWidth;
  const found = [];

  function nameOf(element) {
    const text = element.textContent.trim().slice(0, 40);
    return '<' + element.tagName.toLowerCase() + ' class="' + (element.getAttribute('class') || '') + '"> "' + text + '"';
  }

  function isVisible(element) {
    return element.checkVisibility && element.checkVisibility() && element.getClientRects().length > 0;
  }

  // -- Width

  function scrolls(element) {
    for (let at = element; at && at !== page.body; at = at.parentElement) {
      if (view.getComputedStyle(at).overflowX !== 'visible') return true;
    }
    return false;
  }

  if (page.documentElement.scrollWidth > width) {
    found.push('the page is ' + page.documentElement.scrollWidth + ' wide in a window of ' + width);
    for (const element of page.body.querySelectorAll('*')) {
      const right = element.getBoundingClientRect().right;
      if (right > width + 1 && isVisible(element) && !scrolls(element)) found.push(nameOf(element) + ' ends at ' + right);
    }
  }

  // -- Colours: contrast as WCAG 2.1 defines it

  function channels(colour) {
    const numbers = colour.match(/[\d.]+/g).map(Number);
    return numbers.length < 4 ? [...numbers, 1] : numbers;
  }

  // A colour on an opaque one.
  function over(colour, ground) {
    return ground.map((channel, i) => colour[i] * colour[3] + channel * (1 - colour[3]));
  }

  function groundOf(element) {
    const layers = [];
    for (let at = element; at; at = at.parentElement) layers.push(channels(view.getComputedStyle(at).backgroundColor));
    return layers.reverse().reduce((ground, layer) => over(layer, ground), [255, 255, 255]);
  }

  function opacityOf(element) {
    let opacity = 1;
    for (let at = element; at; at = at.parentElement) opacity *= Number(view.getComputedStyle(at).opacity);
    return opacity;
  }

  function luminance(colour) {
    const [r, g, b] = colour.map((channel) => {
      const share = channel / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }

  function contrast(element) {
    const ground = groundOf(element);
    const [r, g, b, a] = channels(view.getComputedStyle(element).color);
    const [light, dark] = [over([r, g, b, a * opacityOf(element)], ground), ground]
      .map(luminance)
      .sort((x, y) => y - x);
    return (light + 0.05) / (dark + 0.05);
  }

  const texts = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  const pale = new Map();
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!texts.currentNode.textContent.trim() || !isVisible(element)) continue;
    const ratio = contrast(element);
    const kind = element.tagName + '.' + (element.getAttribute('class') || '');
    if (ratio < 4.5 && ratio < (pale.get(kind) || [4.5])[0]) pale.set(kind, [ratio, nameOf(element)]);
  }
  for (const [ratio, name] of pale.values()) found.push(name + ' has a contrast of ' + ratio.toFixed(1) + ', below 4.5');

  // -- Charts, which are nothing without scripts

  for (const chart of page.scripts.length > 0 ? page.querySelectorAll('.chart') : []) {
    const box = chart.getBoundingClientRect();
    if (!chart.querySelector('canvas')) found.push('chart ' + chart.id + ' was not drawn');
    for (const label of chart.querySelectorAll('.dygraph-axis-label, .dygraph-label')) {
      const place = label.getBoundingClientRect();
      const isClipped = label.scrollWidth > label.clientWidth + 1;
      const isOutside = place.left < box.left - 1 || place.right > box.right + 1;
      if (isClipped || isOutside) found.push('chart ' + chart.id + ': the label ' + nameOf(label) + ' is cut off');
    }
  }
  return found;
}

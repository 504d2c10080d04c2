'use strict';
// Makes the games of the page ones to step through: by buttons, a slider, the arrow keys, Home and End, the moves of the
// list and the graph. Without it the page shows their last positions. What changes with each move is told by the
// element "replay-data" (tuner/report/replay_view.cpp).
(function () {
  const games = JSON.parse(document.getElementById('replay-data').textContent);
  const articles = Array.from(document.querySelectorAll('article.replay'));
  if (articles.length === 0) return;
  const svg = 'http://www.w3.org/2000/svg';

  function element(parent, name, attributes, text) {
    const made = document.createElement(name);
    Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
    if (text !== undefined) made.textContent = text;
    parent.appendChild(made);
    return made;
  }

  function drawn(parent, name, attributes) {
    const made = document.createElementNS(svg, name);
    Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
    parent.appendChild(made);
    return made;
  }

  // The letters, marks and notes after each number of moves.
  function positionsOf(game) {
    let letters = Array.from(game.letters);
    let notes = game.notes;
    const positions = [{ letters, notes, marked: [] }];
    game.steps.forEach((step) => {
      letters = letters.slice();
      for (let i = 0; i < step.cells.length; i += 2) letters[step.cells[i]] = step.cells[i + 1];
      if (step.notes !== undefined) notes = step.notes;
      positions.push({ letters, notes, marked: step.marked });
    });
    return positions;
  }

  class Viewer {
    constructor(article, game) {
      this.article = article;
      this.columns = game.columns;
      this.positions = positionsOf(game);
      this.board = article.querySelector('svg.position');
      this.moves = Array.from(article.querySelectorAll('.move'));
      this.last = this.positions.length - 1;
      this.addControls();
      this.addGraph();
      this.moves.forEach((move) => move.addEventListener('click', () => this.show(Number(move.dataset.ply))));
      article.tabIndex = 0;
      article.addEventListener('keydown', (event) => this.press(event));
      this.show(this.last);
    }

    addControls() {
      const controls = element(this.article.querySelector('.seen') || this.article, 'div', { class: 'controls' });
      const buttons = [
        ['|◀', 'first position', () => 0],
        ['◀', 'a move back', () => this.at - 1],
        ['▶', 'next move', () => this.at + 1],
        ['▶|', 'last position', () => this.last],
      ];
      this.buttons = buttons.map(([sign, label, ply]) => {
        const button = element(controls, 'button', { type: 'button', title: label, 'aria-label': label }, sign);
        button.addEventListener('click', () => this.show(ply()));
        return button;
      });
      this.slider = element(controls, 'input', { type: 'range', min: 0, max: this.last, 'aria-label': 'moves played' });
      this.slider.addEventListener('input', () => this.show(Number(this.slider.value)));
      this.count = element(controls, 'span', { class: 'count' });
    }

    addGraph() {
      const graph = this.article.querySelector('.graph svg');
      if (!graph) return;
      this.graphWidth = graph.viewBox.baseVal.width;
      this.cursor = drawn(graph, 'line', { class: 'cursor', y1: 0, y2: graph.viewBox.baseVal.height });
      graph.addEventListener('click', (event) => {
        const box = graph.getBoundingClientRect();
        this.show(Math.round(((event.clientX - box.left) / box.width) * this.last));
      });
    }

    press(event) {
      const plies = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.last };
      if (!(event.key in plies) || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      this.show(plies[event.key]);
    }

    show(ply) {
      this.at = Math.min(Math.max(ply, 0), this.last);
      const position = this.positions[this.at];
      if (this.board) this.draw(position);
      const notes = this.article.querySelector('.notes');
      if (notes) notes.textContent = position.notes;
      this.slider.value = this.at;
      this.count.textContent = this.at + ' of ' + this.last;
      this.buttons.forEach((button, i) => (button.disabled = i < 2 ? this.at === 0 : this.at === this.last));
      if (this.cursor) {
        const x = this.last > 0 ? (this.graphWidth * this.at) / this.last : 0;
        this.cursor.setAttribute('x1', x);
        this.cursor.setAttribute('x2', x);
      }
      this.moves.forEach((move, i) => move.classList.toggle('now', i + 1 === this.at));
      this.keepInSight(this.moves[this.at - 1]);
    }

    draw(position) {
      const side = Number(this.board.dataset.cell);
      const place = (index) => ({
        x: Number(this.board.dataset.left) + side * (index % this.columns),
        y: Number(this.board.dataset.top) + side * Math.floor(index / this.columns),
      });
      const pieces = this.board.querySelector('.pieces');
      const marks = this.board.querySelector('.marks');
      pieces.textContent = '';
      marks.textContent = '';
      position.letters.forEach((letter, index) => {
        if (letter !== '.') drawn(pieces, 'use', { href: '#piece-' + letter.charCodeAt(0), ...place(index) });
      });
      position.marked.forEach((index) => drawn(marks, 'rect', { width: side, height: side, ...place(index) }));
    }

    // Scrolls the list, and not the page.
    keepInSight(move) {
      const list = this.article.querySelector('.moves');
      if (!move) {
        list.scrollTop = 0;
        return;
      }
      const top = move.offsetTop - list.offsetTop;
      if (top < list.scrollTop) list.scrollTop = top;
      const bottom = top + move.offsetHeight - list.clientHeight;
      if (bottom > list.scrollTop) list.scrollTop = bottom;
    }
  }

  const place = document.getElementById('replays');
  const chooser = document.createElement('select');
  chooser.setAttribute('aria-label', 'which game');
  place.before(chooser);
  articles.forEach((article, index) => {
    const why = article.querySelector('.why').textContent;
    element(chooser, 'option', { value: index }, article.querySelector('h3').textContent + ' (' + why.split(';')[0] + ')');
  });
  const viewers = articles.map((article, index) => new Viewer(article, games[index]));
  function choose(index) {
    articles.forEach((article, i) => (article.hidden = i !== index));
    viewers[index].show(viewers[index].at);
  }
  chooser.addEventListener('change', () => choose(Number(chooser.value)));
  choose(0);
})();

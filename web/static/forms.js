/* Draws what is chosen and typed before it is sent. */
"use strict";

function drawForm(form, key) {
  if (!state.joined) return null;
  const parts = form.parts || [];
  const choices = [...form.choices, ...parts.flatMap((each) => each.choices)];
  const selects = new Map(choices.map((choice) => [choice, drawSelect(choice, key)]));
  const inputs = new Map([...form.fields, ...parts.flatMap((each) => each.fields)]
    .map((field) => [field, drawField(field, `${key}/${field.name}`)]));
  const submit = (event) => {
    event.preventDefault();
    const values = {};
    for (const [choice, select] of selects) {
      put(values, choice.name, choice.options[Number(select.value)].value);
    }
    for (const [field, input] of inputs) put(values, field.name, input.value);
    post(form.post, form.key ? { [form.key]: values } : values, event.submitter);
  };
  const labelled = (each, input) =>
    element("label", { class: "field" }, element("span", {}, say(each.label)), input);
  const fields = (of, made) => (of && of.length
    ? element("div", { class: "fields" }, ...of.map((each) => labelled(each, made.get(each))))
    : null);
  const folded = parts.map((each, i) => foldable(`${key}/part${i}`, false, "group",
    [element("span", {}, say(each.label))],
    [element("div", { class: "form" },
      each.hint ? element("p", { class: "hint" }, say(each.hint)) : null,
      each.example ? element("pre", { class: "example" }, each.example) : null,
      fields(each.fields, inputs), ...each.choices.map((choice) => drawReading(choice, selects.get(choice))))]));
  return element("form", { class: "form", onsubmit: submit },
    fields(form.fields, inputs), fields(form.choices, selects), ...folded,
    element("button", { type: "submit", class: "main", "data-key": `${key}/submit` },
      say(form.label)));
}

function drawSelect(choice, key) {
  const kept = `${key}/${choice.name}`;
  const select = element("select", { name: choice.name, "data-key": kept });
  choice.options.forEach((option, i) => {
    const same = JSON.stringify(option.value) === JSON.stringify(choice.value);
    select.append(element("option", { value: i, selected: same }, say(option.label)));
  });
  return select;
}

/* A choice between sentences: the one that is chosen stands above it in full. */
function drawReading(choice, select) {
  const sentence = element("span", { class: "reading" });
  const tell = () => { sentence.textContent = say(choice.options[Number(select.value)].label); };
  select.addEventListener("change", tell);
  tell();
  return element("label", { class: "field" },
    sentence, element("span", { class: "clauses" }, say(choice.label)), select);
}

function drawField(field, key) {
  const common = { name: field.name, "data-key": key, autocomplete: "off", spellcheck: "false" };
  const made = field.lines > 1
    ? element("textarea", { ...common, rows: field.lines })
    : element("input", { ...common, type: "text", autocapitalize: "none", maxlength: 400 });
  made.value = state.typed.has(key) ? state.typed.get(key) : field.value;
  made.addEventListener("input", () => state.typed.set(key, made.value));
  return made;
}

/* A name with a dot goes into a part of its own. */
function put(values, name, value) {
  const [part, rest] = name.split(".", 2);
  if (rest === undefined) values[name] = value;
  else (values[part] ||= {})[rest] = value;
}

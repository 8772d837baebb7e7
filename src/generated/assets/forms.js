// src/pages/browser/forms/change-repetitions.ts
async function changeRepetitions(form, button) {
  const fields = [...new FormData(form, button)].filter((entry) => typeof entry[1] === "string");
  const body = new URLSearchParams(fields);
  const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "text/html" }, redirect: "manual" });
  if (answer.status !== 200) throw new Error(String(answer.status));
  const shown = new DOMParser().parseFromString(await answer.text(), "text/html");
  const group = button.closest("fieldset:not(.row)");
  const fresh = group === null ? null : shown.getElementById(group.id);
  if (group === null || fresh === null) throw new Error("The answer has no such group.");
  const rows = [...group.querySelectorAll(":scope > .row")];
  const at = rows.findIndex((row2) => row2 === button.closest(".row"));
  group.replaceWith(document.adoptNode(fresh));
  const remaining = fresh.querySelectorAll(":scope > .row");
  const row = button.name === "add" ? remaining[remaining.length - 1] : remaining[Math.min(at, remaining.length - 1)];
  row?.querySelector("input, textarea, select")?.focus();
}
function listenToRepetitions() {
  document.addEventListener("submit", (event) => {
    const { target: form, submitter: button } = event;
    if (!(form instanceof HTMLFormElement) || !("repeats" in form.dataset)) return;
    if (!(button instanceof HTMLButtonElement || button instanceof HTMLInputElement)) return;
    if (button.name !== "add" && button.name !== "remove") return;
    event.preventDefault();
    changeRepetitions(form, button).catch(() => {
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name: button.name, value: button.value }));
      form.submit();
    });
  });
}

// src/pages/browser/forms/lead-to-faults.ts
function leadToFaults() {
  document.getElementById("error-summary")?.focus();
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("#error-summary a") : null;
    if (link === null) return;
    const control = document.getElementById(decodeURI(link.hash.slice(1)));
    if (control === null) return;
    event.preventDefault();
    for (let at = control.parentElement; at !== null; at = at.parentElement) if (at instanceof HTMLDetailsElement) at.open = true;
    control.focus();
    control.scrollIntoView({ block: "center" });
  });
}

// src/pages/browser/forms/watch-locks.ts
async function watchLocks() {
  for (; ; ) {
    const locks = document.querySelector("#locks[data-waits]");
    if (locks === null) return;
    await new Promise((resolve) => setTimeout(resolve, 2e3));
    try {
      const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("locks");
      if (!answer.ok || fresh === null) continue;
      if (!("waits" in fresh.dataset)) {
        location.reload();
        return;
      }
      if (fresh.textContent !== locks.textContent) locks.replaceWith(document.adoptNode(fresh));
    } catch {
    }
  }
}

// src/pages/browser/forms.ts
listenToRepetitions();
leadToFaults();
await watchLocks();

"""Figures, ranks and covariances of real prices, computed from the definitions alone (numpy, none of the product's code).

python3 apps/server/test/real-figures.py ../shared/reference/realdata > apps/server/test/real-figures.json

The clean columns of the EuroStoxx 50 stand in for funds of the Xetra list: the n-th column for the n-th ISIN of a fund in
euros. Four peer groups by turns, the last one in the place of the money market; costs are made up, with ties.
"""

import csv
import json
import sys
from datetime import date, timedelta

import numpy as np

folder = sys.argv[1]
# Unadjusted splits, wrong and repeated prices: what becomes of those is another test.
FAULTY = {"AI.PA", "BN.PA", "CS.PA", "EOA.DE", "FP.PA", "IBE.MC", "NOA3.DE", "TIT.MI"}
GROUPS = ["A", "B", "C", "M"]

with open(f"{folder}/frapo_EuroStoxx50_weekly.csv") as file:
    rows = list(csv.reader(file))
symbols = [name.strip() for name in rows[0][1:]]
days = [date.fromisoformat(row[0]) for row in rows[1:]]
prices = np.array([[float(cell) for cell in row[1:]] for row in rows[1:]])
columns = [at for at, name in enumerate(symbols) if name not in FAULTY]

with open(f"{folder}/financedatabase_etfs_XETRA.csv") as file:
    isins = sorted({row["isin"] for row in csv.DictReader(file) if row["isin"] and row["currency"] == "EUR"})

funds = [
    {"isin": isins[n], "symbol": symbols[at], "group": GROUPS[n % 4], "ter": round(0.001 + 0.0001 * (7 * n % 9), 4)}
    for n, at in enumerate(columns)
]
own = prices[:, columns]

# Weekly grid: the last price on or before a Friday. Window: 260 returns up to the newest Friday.
friday = days[-1]
while friday.weekday() != 4:
    friday -= timedelta(days=1)
fridays = [friday - timedelta(weeks=260 - n) for n in range(261)]
weekly = np.array([own[max(at for at, day in enumerate(days) if day <= end)] for end in fridays])
weekly = weekly[1:] / weekly[:-1] - 1

# Monthly grid: the last price of each month that has ended. The first one counts from the first price on.
months = sorted({(day.year, day.month) for day in days})[:-1]
ends = [own[max(at for at, day in enumerate(days) if (day.year, day.month) == month)] for month in months]
monthly = np.array([own[0], *ends])
monthly = monthly[1:] / monthly[:-1] - 1
assert len(monthly) == 60
whole = (date(days[0].year, days[0].month + 1, 1) - date(days[0].year, days[0].month, 1)).days
first = (whole - days[0].day) / whole

member = np.array([[fund["group"] == group for fund in funds] for group in GROUPS])
index_weekly = np.array([weekly[:, mine].mean(axis=1) for mine in member]).T
index_monthly = np.array([monthly[:, mine].mean(axis=1) for mine in member]).T


def ledoit_wolf(x):
    """Ledoit and Wolf (2003), constant correlation, divisor T."""
    t, n = x.shape
    y = x - x.mean(axis=0)
    s = y.T @ y / t
    root = np.sqrt(np.outer(np.diag(s), np.diag(s)))
    mean = (s / root)[np.triu_indices(n, 1)].mean()
    f = mean * root
    np.fill_diagonal(f, np.diag(s))
    pi = ((y**2).T @ (y**2) / t - s**2).sum()
    theta = (y**3).T @ y / t - np.diag(s)[:, None] * s
    ratio = np.sqrt(np.diag(s)[None, :] / np.diag(s)[:, None])
    rho = ((y**4).mean(axis=0) - np.diag(s) ** 2).sum()
    rho += mean * (ratio * theta)[~np.eye(n, dtype=bool)].sum()
    delta = min(1, max(0, (pi - rho) / ((f - s) ** 2).sum() / t))
    return delta * f + (1 - delta) * s


last = monthly[-36:]
rf = index_monthly[-36:, GROUPS.index("M")]


def ratio(gap):
    """Value and key: what is negative is ordered by its mean excess."""
    value = gap.mean() / gap.std(ddof=1) * np.sqrt(12)
    return value, value if value >= 0 else gap.mean()


def figures(at):
    r = last[:, at]
    b = index_monthly[-36:, GROUPS.index(funds[at]["group"])]
    excess = r - rf
    below = np.sqrt((np.minimum(excess, 0) ** 2).mean())
    sortino = excess.mean() / below * np.sqrt(12)
    e = (1 + r) / (1 + rf) - 1
    curve = np.concatenate([[1], np.cumprod(1 + monthly[:, at])])
    volatility = r.std(ddof=1) * np.sqrt(12)
    loss = (curve / np.maximum.accumulate(curve) - 1).min()
    same = lambda value: (value, value)
    return {
        "SHARPE_3Y": ratio(excess),
        "SORTINO_3Y": (sortino, sortino if sortino >= 0 else excess.mean()),
        "INFO_RATIO_3Y": ratio(r - b),
        "MRAR_3Y": same(((1 + e) ** -2.0).mean() ** (-12 / 2) - 1),
        "RETURN_3Y": same(np.prod(1 + r) ** (12 / 36) - 1),
        "RETURN_5Y": same(curve[-1] ** (12 / (59 + first)) - 1),
        "VOL_3Y": (volatility, -volatility),
        "MDD_5Y": same(loss),
        "TER": (funds[at]["ter"], -funds[at]["ter"]),
    }


def percentiles(keys):
    """(average position - 0.5) / n, 0 is best; keys alike to 1e-12 are equal."""
    keys = np.round(np.array(keys), 12)
    return [((keys > key).sum() + ((keys == key).sum() + 1) / 2 - 0.5) / len(keys) for key in keys]


def stars(p):
    return 5 if p <= 0.10 else 4 if p <= 0.325 else 3 if p <= 0.675 else 2 if p <= 0.90 else 1


PARTS = {"MRAR_3Y": 40, "SHARPE_3Y": 20, "MDD_5Y": 15, "TER": 25}
computed = [figures(at) for at in range(len(funds))]
for fund, found in zip(funds, computed):
    fund["values"] = {name: float(value) for name, (value, _) in found.items()}
    fund["ranks"] = {}
for mine in member:
    places = np.flatnonzero(mine)
    by = {name: percentiles([computed[at][name][1] for at in places]) for name in computed[0]}
    total = [sum(weight * (1 - by[name][k]) for name, weight in PARTS.items()) for k in range(len(places))]
    by["COMPOSITE"] = percentiles(total)
    for k, at in enumerate(places):
        funds[at]["values"]["COMPOSITE"] = float(total[k])
        funds[at]["ranks"] = {name: stars(p[k]) for name, p in by.items()}
for at, fund in enumerate(funds):
    gap = weekly[:, at] - index_weekly[:, GROUPS.index(fund["group"])]
    fund["volatility"] = float(weekly[:, at].std(ddof=1) * np.sqrt(52))
    fund["trackingError"] = float(gap.std(ddof=1) * np.sqrt(52))

covariance = 52 * ledoit_wolf(index_weekly)
print(json.dumps({"groups": GROUPS, "covariance": covariance.tolist(), "funds": funds}, indent=2))
